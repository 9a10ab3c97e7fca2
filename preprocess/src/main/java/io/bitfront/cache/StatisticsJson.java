package io.bitfront.cache;

import io.bitfront.graph.GraphStatistics;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Statistics as one flat JSON object, fields always in the same order. Streamed: binding by reflection would cost more
/// than opening the rest of the cache.
final class StatisticsJson {
    /// Absent where the ordering was asked for by name.
    private static final String ORDER_REASON = "orderReason";

    private StatisticsJson() {}

    static byte[] write(GraphStatistics statistics) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeNumberProperty("inputEdges", statistics.inputEdges());
            json.writeNumberProperty("selfLoops", statistics.selfLoops());
            json.writeNumberProperty("duplicates", statistics.duplicates());
            json.writeNumberProperty("isolatedVertices", statistics.isolatedVertices());
            json.writeNumberProperty("maxOutDegree", statistics.maxOutDegree());
            json.writeNumberProperty("maxInDegree", statistics.maxInDegree());
            json.writeNumberProperty("meanDegree", statistics.meanDegree());
            json.writeNumberProperty("sliceCount", statistics.sliceCount());
            json.writeNumberProperty("vssCount", statistics.vssCount());
            json.writeNumberProperty("compressionRatio", statistics.compressionRatio());
            json.writeNumberProperty("updateDivergence", statistics.updateDivergence());
            json.writeBooleanProperty("scaleFree", statistics.scaleFree());
            json.writeNumberProperty("components", statistics.components());
            if (!statistics.orderReason().isEmpty()) {
                json.writeStringProperty(ORDER_REASON, statistics.orderReason());
            }
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /// @throws IllegalArgumentException saying what is wrong, where this is not what [#write] writes
    static GraphStatistics read(byte[] bytes) {
        Fields fields = new Fields(parse(bytes));
        return new GraphStatistics(
                fields.integer("inputEdges"),
                fields.integer("selfLoops"),
                fields.integer("duplicates"),
                (int) fields.integer("isolatedVertices"),
                (int) fields.integer("maxOutDegree"),
                (int) fields.integer("maxInDegree"),
                fields.real("meanDegree"),
                fields.integer("sliceCount"),
                (int) fields.integer("vssCount"),
                fields.real("compressionRatio"),
                fields.real("updateDivergence"),
                fields.truth("scaleFree"),
                (int) fields.integer("components"),
                fields.texts.getOrDefault(ORDER_REASON, ""));
    }

    private static Map<String, String> parse(byte[] bytes) {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), bytes)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                fields.put(name, json.getString());
            }
            return fields;
        } catch (JacksonException e) {
            throw new IllegalArgumentException("statistics are not JSON", e);
        }
    }

    private record Fields(Map<String, String> texts) {
        long integer(String name) {
            return Long.parseLong(text(name));
        }

        double real(String name) {
            return Double.parseDouble(text(name));
        }

        boolean truth(String name) {
            return Boolean.parseBoolean(text(name));
        }

        private String text(String name) {
            String text = texts.get(name);
            if (text == null) {
                throw new IllegalArgumentException("statistics lack the field %s".formatted(name));
            }
            return text;
        }
    }
}

package io.bitfront.input;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/// Writes Parquet tables with the format's own library.
///
/// @param schema of columns of integers, doubles and texts
/// @param rowsPerGroup roughly
record EdgeTable(
        String schema, CompressionCodecName codec, WriterVersion version, boolean dictionary, int rowsPerGroup) {
    static final String EDGES = "message m { required int64 src; required int64 dst; }";

    static EdgeTable plain(String schema) {
        return new EdgeTable(schema, CompressionCodecName.UNCOMPRESSED, WriterVersion.PARQUET_1_0, false, 1 << 20);
    }

    /// @param rows a number, or a text, for each column, null for none
    void write(Path file, Iterable<? extends Object[]> rows) {
        try (ParquetWriter<Object[]> writer = new Builder(file).build()) {
            for (Object[] row : rows) {
                writer.write(row);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("deprecation") // its replacement has a default that calls this one, which is abstract
    private final class Builder extends ParquetWriter.Builder<Object[], Builder> {
        Builder(Path file) {
            super(new LocalOutputFile(file));
            withCompressionCodec(codec);
            if (codec == CompressionCodecName.GZIP) {
                withCodecFactory(new GzipCodec());
            }
            withWriterVersion(version);
            withDictionaryEncoding(dictionary);
            withPageSize(1 << 12);
            withRowGroupRowCountLimit(rowsPerGroup);
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        protected WriteSupport<Object[]> getWriteSupport(Configuration configuration) {
            return new Rows(MessageTypeParser.parseMessageType(schema));
        }
    }

    @SuppressWarnings("deprecation")
    private static final class Rows extends WriteSupport<Object[]> {
        private final MessageType type;
        private RecordConsumer consumer;

        Rows(MessageType type) {
            this.type = type;
        }

        @Override
        public WriteContext init(Configuration configuration) {
            return new WriteContext(type, Map.of());
        }

        @Override
        public void prepareForWrite(RecordConsumer recordConsumer) {
            consumer = recordConsumer;
        }

        @Override
        public void write(Object[] row) {
            consumer.startMessage();
            for (int i = 0; i < row.length; i++) {
                if (row[i] != null) {
                    consumer.startField(type.getFieldName(i), i);
                    add(type.getType(i).asPrimitiveType().getPrimitiveTypeName(), row[i]);
                    consumer.endField(type.getFieldName(i), i);
                }
            }
            consumer.endMessage();
        }

        private void add(PrimitiveTypeName name, Object value) {
            switch (name) {
                case INT32 -> consumer.addInteger(((Number) value).intValue());
                case INT64 -> consumer.addLong(((Number) value).longValue());
                case BINARY ->
                    consumer.addBinary(
                            value instanceof byte[] raw
                                    ? Binary.fromConstantByteArray(raw)
                                    : Binary.fromString((String) value));
                default -> consumer.addDouble(((Number) value).doubleValue());
            }
        }
    }

    /// The library's own needs more of Hadoop than is there.
    private static final class GzipCodec implements CompressionCodecFactory {
        @Override
        public BytesInputCompressor getCompressor(CompressionCodecName name) {
            return new BytesInputCompressor() {
                @Override
                public BytesInput compress(BytesInput bytes) throws IOException {
                    ByteArrayOutputStream packed = new ByteArrayOutputStream();
                    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
                        bytes.writeAllTo(stream);
                    }
                    return BytesInput.from(packed.toByteArray());
                }

                @Override
                public CompressionCodecName getCodecName() {
                    return CompressionCodecName.GZIP;
                }

                @Override
                public void release() {}
            };
        }

        @Override
        public BytesInputDecompressor getDecompressor(CompressionCodecName name) {
            throw new UnsupportedOperationException("tables are only written here");
        }

        @Override
        public void release() {}
    }
}

package io.bitfront.parquet;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads structures of Thrift's compact protocol, in which Parquet writes its footers and page headers, as maps from
/// field numbers to `Long`, `Boolean`, `byte[]`, `List` or `Map`.
final class CompactThriftReader {
    private static final int MOST_DEPTH = 16;
    private static final int STOP = 0;
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int STRUCT = 12;

    private final ByteBuffer bytes;

    private CompactThriftReader(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /// What is no such structure.
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1;
    }

    /// Reads the structure at the buffer's position and moves behind it.
    static Fields read(ByteBuffer bytes) throws MalformedException {
        try {
            return new CompactThriftReader(bytes).struct(0);
        } catch (BufferUnderflowException e) {
            throw malformed();
        }
    }

    /// The fields of a structure.
    record Fields(Map<Integer, Object> values) {
        boolean has(int field) {
            return values.containsKey(field);
        }

        long number(int field) throws MalformedException {
            return of(field, Long.class);
        }

        long number(int field, long missing) throws MalformedException {
            return has(field) ? number(field) : missing;
        }

        boolean flag(int field, boolean missing) throws MalformedException {
            return has(field) ? of(field, Boolean.class) : missing;
        }

        byte[] binary(int field) throws MalformedException {
            return of(field, byte[].class);
        }

        Fields struct(int field) throws MalformedException {
            return of(field, Fields.class);
        }

        /// The elements of a list of structures.
        List<Fields> structs(int field) throws MalformedException {
            List<Fields> structs = new ArrayList<>();
            for (Object element : of(field, List.class)) {
                if (!(element instanceof Fields fields)) {
                    throw malformed();
                }
                structs.add(fields);
            }
            return structs;
        }

        private <T> T of(int field, Class<T> type) throws MalformedException {
            Object value = values.get(field);
            if (!type.isInstance(value)) {
                throw malformed();
            }
            return type.cast(value);
        }
    }

    private static MalformedException malformed() {
        return new MalformedException();
    }

    private Fields struct(int depth) throws MalformedException {
        if (depth > MOST_DEPTH) {
            throw malformed();
        }
        Map<Integer, Object> values = new HashMap<>();
        int field = 0;
        while (true) {
            int header = bytes.get() & 0xFF;
            int type = header & 0xF;
            if (type == STOP) {
                return new Fields(values);
            }
            int step = header >>> 4;
            field = step == 0 ? (int) signed() : field + step;
            values.put(field, type == TRUE || type == FALSE ? type == TRUE : value(type, depth));
        }
    }

    private Object value(int type, int depth) throws MalformedException {
        return switch (type) {
            case TRUE, FALSE -> bytes.get() == TRUE;
            case BYTE -> (long) bytes.get();
            case 4, 5, 6 -> signed();
            case DOUBLE -> bytes.getLong();
            case BINARY -> binary();
            case LIST, SET -> list(depth);
            case STRUCT -> struct(depth + 1);
            default -> throw malformed();
        };
    }

    private List<Object> list(int depth) throws MalformedException {
        int header = bytes.get() & 0xFF;
        long size = header >>> 4 == 15 ? varint() : header >>> 4;
        if (size < 0 || size > bytes.remaining() || depth > MOST_DEPTH) {
            throw malformed();
        }
        List<Object> elements = new ArrayList<>((int) size);
        for (long i = 0; i < size; i++) {
            elements.add(value(header & 0xF, depth + 1));
        }
        return elements;
    }

    private byte[] binary() throws MalformedException {
        long length = varint();
        if (length < 0 || length > bytes.remaining()) {
            throw malformed();
        }
        byte[] found = new byte[(int) length];
        bytes.get(found);
        return found;
    }

    private long signed() throws MalformedException {
        long folded = varint();
        return folded >>> 1 ^ -(folded & 1);
    }

    private long varint() throws MalformedException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte b = bytes.get();
            value |= (b & 0x7FL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw malformed();
    }
}

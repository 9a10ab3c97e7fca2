package io.bitfront.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// Structs in Thrift's compact protocol, as far as the headers of Parquet files need it. Fields are put in ascending
/// order of their ids.
public final class CompactThriftWriter {
    /// Types of fields and of list elements.
    static final int I32 = 5;

    static final int STRING = 8;
    static final int STRUCT = 12;

    private static final int I64 = 6;
    private static final int LIST = 9;
    private static final int LONG_LIST = 15;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Deque<Integer> outerFields = new ArrayDeque<>();
    private int lastField;

    CompactThriftWriter i32(int field, int value) {
        head(field, I32);
        return value(value);
    }

    CompactThriftWriter i64(int field, long value) {
        head(field, I64);
        return value(value);
    }

    CompactThriftWriter string(int field, String text) {
        head(field, STRING);
        return value(text);
    }

    /// Begins a struct that is a field.
    CompactThriftWriter begin(int field) {
        head(field, STRUCT);
        return begin();
    }

    /// Begins a struct that is an element of a list.
    CompactThriftWriter begin() {
        outerFields.push(lastField);
        lastField = 0;
        return this;
    }

    CompactThriftWriter end() {
        bytes.write(0);
        lastField = outerFields.pop();
        return this;
    }

    /// Begins a list, which is its `size` elements.
    CompactThriftWriter list(int field, int type, int size) {
        head(field, LIST);
        if (size < LONG_LIST) {
            bytes.write(size << 4 | type);
        } else {
            bytes.write(LONG_LIST << 4 | type);
            varint(size);
        }
        return this;
    }

    /// A number that is an element of a list.
    CompactThriftWriter value(long number) {
        varint(number << 1 ^ number >> 63);
        return this;
    }

    /// A text that is an element of a list.
    CompactThriftWriter value(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        varint(encoded.length);
        bytes.writeBytes(encoded);
        return this;
    }

    /// The struct that was put together, ended.
    byte[] toBytes() {
        bytes.write(0);
        return bytes.toByteArray();
    }

    private void head(int field, int type) {
        bytes.write(field - lastField << 4 | type);
        lastField = field;
    }

    private void varint(long number) {
        long left = number;
        while ((left & ~0x7FL) != 0) {
            bytes.write((int) (left & 0x7F | 0x80));
            left >>>= 7;
        }
        bytes.write((int) left);
    }
}

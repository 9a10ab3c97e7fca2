package io.bitfront.generate;

/// Numbers the cells of a square grid over the unit square. Coordinates are 31-bit fixed point: unit 2⁻³¹.
sealed interface CellOrder {
    int FRACTION_BITS = 31;

    int cells();

    int cellOf(int x, int y);

    /// Cell `(y * side >>> 31) * side + (x * side >>> 31)`.
    record Rows(int side) implements CellOrder {
        @Override
        public int cells() {
            return side * side;
        }

        @Override
        public int cellOf(int x, int y) {
            return strip(y) * side + strip(x);
        }

        private int strip(int coordinate) {
            return (int) (((long) coordinate * side) >>> FRACTION_BITS);
        }
    }

    /// Position of the cell along a Hilbert curve through 2^bits x 2^bits cells, whose numbers are the coordinates'
    /// upper bits.
    record Hilbert(int bits) implements CellOrder {
        @Override
        public int cells() {
            return 1 << (2 * bits);
        }

        @Override
        public int cellOf(int x, int y) {
            int column = x >>> (FRACTION_BITS - bits);
            int row = y >>> (FRACTION_BITS - bits);
            int position = 0;
            for (int bit = bits - 1; bit >= 0; bit--) {
                int right = (column >>> bit) & 1;
                int upper = (row >>> bit) & 1;
                position = (position << 2) | ((3 * right) ^ upper);
                if (upper == 0) {
                    int turned = right == 1 ? ~row : row;
                    row = right == 1 ? ~column : column;
                    column = turned;
                }
            }
            return position;
        }
    }
}

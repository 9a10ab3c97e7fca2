package io.bitfront.engine.gpu;

/// Whether a batch runs by records of one bit per source or as [IndependentSearches], by what both are expected to
/// cost. Records are read and written at each level at which a vertex meets sources: seldom where these are
/// neighbours, hundreds of times where they are scattered over a deep graph. Searches by themselves visit every vertex
/// once each. What a meeting and a visit cost is learned from the batches themselves; how far apart sources are is
/// found by a search, for every batch where both ways cost about the same and after one that ran by itself, more and
/// more seldom for others.
final class BatchChoice {
    /// Levels that no scale-free or uniform graph has.
    static final int DEEP = 64;

    /// Nanoseconds of a meeting of neighbours, records 1,024 bits wide, and for each edge of a vertex. On an H100 0.26
    /// on a road, on an H200 0.8 on a mesh of degree 16.
    private static final double MEETING_NANOS = 0.2;

    private static final double MEETING_EDGE_NANOS = 0.035;

    /// Of a visit, and for each edge: 0.033 to 0.042 on a road, 0.056 on that mesh.
    private static final double VISIT_NANOS = 0.035;

    private static final double VISIT_EDGE_NANOS = 0.0013;

    /// Of a level of records, of searches, that is next to empty; of records by what 20 batches of a road fit best.
    private static final double RECORD_LEVEL_NANOS = 40_000;

    private static final double SEARCH_LEVEL_NANOS = 2_500;

    /// A batch of so many times the levels that were expected, and as many more as no shallow graph has, is another.
    private static final int DEEPER = 4;

    private static final int WIDEST = 1_024;
    private static final int SELDOMEST = 16;

    /// A batch that takes so many times what was expected is not like those before it.
    private static final double SURPRISE = 2;

    /// Share of a batch of records that its meetings take, whatever its empty levels are expected to.
    private static final double LEAST_IN_MEETINGS = 0.5;

    /// A batch of which a meeting or a visit takes so many times what was expected, or so small a part of it, has
    /// sources that its probe did not see.
    private static final double FARTHEST = 8;

    /// Ways that are expected to take less than so many times each other are close. Then each batch is looked at, and a
    /// way that none of them ran by is tried once,
    private static final double CLOSE = 2.5;

    /// and the so manieth batch is the one that tries it.
    private static final int TRIED_AFTER = 3;

    /// A batch whose levels by records take so many times what its searches may take is one for these.
    private static final int PLAIN = 4;

    private final Probe probe;
    private final int width;
    private final int atOnce;
    private final int vertices;
    private final double expectedMeetingNanos;
    private final double expectedVisitNanos;
    private double meetingNanos;
    private double visitNanos;
    private boolean recordsMeasured;
    private boolean searchesMeasured;
    private int batchesOfOneWay;
    private Chosen last;
    private final Trust trust = new Trust();

    /// Of what batches that were stopped had left.
    private boolean restBySearches;

    private final Trust restTrust = new Trust();

    /// Levels of the deepest batch that was stopped and yet was better off by records.
    private int deepest;

    /// How a batch is to run.
    ///
    /// @param independent whether its searches run by themselves
    /// @param spread how far apart its sources are, or those of a batch before it
    /// @param own whether they are its own: else what it takes says nothing of what a meeting costs
    record Chosen(boolean independent, Spread spread, boolean own) {}

    /// Finds how far apart a batch's sources are.
    @FunctionalInterface
    interface Probe {
        /// @param mostLevels of a search: of a deeper one no more is asked
        Spread of(int[] batch, int mostLevels);
    }

    /// @param width of records
    /// @param atOnce searches that run at the same time
    /// @param vertices that a search may reach
    /// @param degree mean number of edges of a vertex
    BatchChoice(Probe probe, int width, int atOnce, int vertices, double degree) {
        this.probe = probe;
        this.width = width;
        this.atOnce = atOnce;
        this.vertices = vertices;
        this.expectedMeetingNanos =
                (MEETING_NANOS + MEETING_EDGE_NANOS * degree) * Math.max(0.5, (double) width / WIDEST);
        this.expectedVisitNanos = VISIT_NANOS + VISIT_EDGE_NANOS * degree;
        this.meetingNanos = expectedMeetingNanos;
        this.visitNanos = expectedVisitNanos;
    }

    /// @param batch at least one vertex
    Chosen choose(int[] batch) {
        if (trust.suffices()) {
            return last;
        }
        Spread spread = probe.of(batch, levelsThatTell(batch.length));
        boolean deep = spread.levels() >= DEEP;
        boolean independent = deep && prefersSearches(spread, batch.length);
        if (independent || deep && isClose(spread, batch.length)) {
            trust.lose();
        } else {
            trust.grow();
        }
        last = new Chosen(independent, spread, false);
        return new Chosen(independent, spread, true);
    }

    /// By what is expected; now and then the way that is close behind and whose cost no batch has told yet.
    private boolean prefersSearches(Spread spread, int sources) {
        double searches = searchNanos(spread, sources);
        double records = recordNanos(spread);
        boolean cheaper = searches < records;
        boolean otherKnown = cheaper ? recordsMeasured : searchesMeasured;
        batchesOfOneWay = !otherKnown && isClose(spread, sources) && sources == width ? batchesOfOneWay + 1 : 0;
        return (batchesOfOneWay == TRIED_AFTER) != cheaper;
    }

    private boolean isClose(Spread spread, int sources) {
        double searches = searchNanos(spread, sources);
        double records = recordNanos(spread);
        return Math.max(searches, records) < CLOSE * Math.min(searches, records);
    }

    /// Levels after which a batch by records stops: it has sources that the probe did not see, in a deeper part.
    int mostLevels(Chosen chosen) {
        return (int) Math.min((long) DEEPER * Math.max(chosen.spread().levels(), deepest) + DEEP, Integer.MAX_VALUE);
    }

    /// Whether the searches that were under way when a batch stopped had better begin anew by themselves.
    ///
    /// @param sources of these, at least one
    boolean prefersSearchesForRest(int[] sources) {
        trust.lose();
        if (!restTrust.suffices()) {
            Spread spread = probe.of(sources, levelsThatTell(sources.length));
            restBySearches = searchNanos(spread, sources.length) < recordNanos(spread);
            deepest = restBySearches ? deepest : Math.max(deepest, spread.levels());
            restTrust.grow();
        }
        return restBySearches;
    }

    /// Levels of a search beyond which a batch is one for searches, whatever these reach.
    private int levelsThatTell(int sources) {
        double visits = Math.max(visitNanos, expectedVisitNanos) * vertices * sources;
        boolean byVisits = PLAIN * searchLevelNanos(sources) < RECORD_LEVEL_NANOS;
        return byVisits ? (int) Math.max(DEEP, PLAIN * visits / RECORD_LEVEL_NANOS) : Integer.MAX_VALUE;
    }

    private double recordNanos(Spread spread) {
        return meetingNanos * spread.reached() * spread.meetings() + RECORD_LEVEL_NANOS * spread.levels();
    }

    private double searchNanos(Spread spread, int sources) {
        return Math.max(visitNanos * spread.reached() * sources, searchLevelNanos(sources) * spread.levels());
    }

    /// Of a level of all searches of a batch, where it is next to empty.
    double searchLevelNanos(int sources) {
        return rounds(sources) * SEARCH_LEVEL_NANOS;
    }

    private double rounds(int sources) {
        return Math.ceil((double) sources / atOnce);
    }

    /// Takes over what a finished batch took.
    void learn(Chosen chosen, int sources, long nanos) {
        Spread spread = chosen.spread();
        if (spread.levels() < DEEP || spread.reached() < WIDEST) {
            return;
        }
        if (chosen.independent()) {
            if (sources >= atOnce) {
                double visit = near(expectedVisitNanos, (double) nanos / spread.reached() / sources);
                visitNanos = mean(visitNanos, visit, searchesMeasured);
                searchesMeasured = true;
            }
        } else if (nanos > SURPRISE * recordNanos(spread)) {
            trust.lose();
        } else if (sources == width && chosen.own()) {
            double inMeetings = Math.max(nanos - RECORD_LEVEL_NANOS * spread.levels(), nanos * LEAST_IN_MEETINGS);
            double meeting = near(expectedMeetingNanos, inMeetings / (spread.reached() * spread.meetings()));
            meetingNanos = mean(meetingNanos, meeting, recordsMeasured);
            recordsMeasured = true;
        }
    }

    private static double near(double expected, double found) {
        return Math.clamp(found, expected / FARTHEST, expected * FARTHEST);
    }

    /// Of batches before and the last; of the last alone where none before it was measured.
    private static double mean(double before, double last, boolean measured) {
        return measured ? (before + last) / 2 : last;
    }

    /// For how many batches what was found of one holds.
    private static final class Trust {
        private int batches = 1;
        private int left;

        /// Whether the next batch need not be looked at.
        boolean suffices() {
            return left > 0 && left-- > 0;
        }

        void grow() {
            batches = Math.min(2 * batches, SELDOMEST);
            left = batches - 1;
        }

        void lose() {
            batches = 1;
            left = 0;
        }
    }
}

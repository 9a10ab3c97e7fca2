"use strict";
// Draws the page from the JSON in #data: a report of `bitfront bfs` or of `bitfront bench`. What went wrong, if anything,
// ends up in the attribute data-error of <html>; data-state says "drawn" once all is there.
(() => {
  const root = document.documentElement;
  const fail = message => root.setAttribute("data-error", String(message));
  window.addEventListener("error", event => fail(event.message));

  const COLOURS = {
    push: "#2166ac", pull: "#d6604d", tensor: "#1b7837", "push marked": "#74add1", "push small": "#542788", chosen: "#1c2430", best: "#f0a500"
  };
  const PALETTE = ["#2166ac", "#d6604d", "#1b7837", "#8e44ad", "#f0a500", "#16a2b8", "#6d4c41", "#7f8c8d", "#c2185b", "#558b2f"];
  const HEIGHT = 260;
  const charts = [];

  const significant = x => x === null || x === undefined || !isFinite(x) ? ""
    : x === 0 ? "0" : Math.abs(x) >= 1000 ? Math.round(x).toLocaleString("en") : String(Number(x.toPrecision(3)));
  const count = x => Number(x).toLocaleString("en");
  const compact = x => x >= 1e9 ? significant(x / 1e9) + "G" : x >= 1e6 ? significant(x / 1e6) + "M"
    : x >= 1e3 ? significant(x / 1e3) + "k" : significant(x);
  const percent = x => Math.round(100 * x) + "%";
  const positive = x => x > 0 ? x : null;

  const element = (name, parent, text, kind) => {
    const made = document.createElement(name);
    if (text !== undefined && text !== null) made.textContent = text;
    if (kind) made.className = kind;
    parent.appendChild(made);
    return made;
  };

  const page = document.getElementById("page");

  const section = (title, explanation) => {
    const made = element("section", page);
    element("h2", made, title);
    if (explanation) element("p", made, explanation);
    return made;
  };

  const facts = (parent, rows) => {
    const list = element("dl", parent);
    rows.filter(row => row[1] !== undefined && row[1] !== null && row[1] !== "").forEach(row => {
      element("dt", list, row[0]);
      element("dd", list, row[1]);
    });
  };

  // Columns: [heading, cell of a row, "word" for text]. `style` of (row, heading) may name a class; `starts` begins a group.
  const table = (parent, columns, rows, style, starts) => {
    const wrapper = element("div", parent, null, "table");
    const made = element("table", wrapper);
    const head = element("tr", element("thead", made));
    columns.forEach(column => element("th", head, column[0], column[2]));
    const body = element("tbody", made);
    rows.forEach((row, index) => {
      const line = element("tr", body, null, starts && index > 0 && starts(row, rows[index - 1]) ? "group" : "");
      columns.forEach(column => {
        const extra = style ? style(row, column[0]) : "";
        element("td", line, column[1](row), [column[2], extra].filter(Boolean).join(" "));
      });
    });
  };

  // Series: {label, values, colour, dots, bars}.
  const chart = (parent, xLabel, xs, yLabel, series, logarithmic) => {
    const holder = element("div", parent, null, "chart");
    const bars = uPlot.paths.bars({ size: [0.8, 40, 1] });
    const options = {
      width: Math.max(280, holder.clientWidth || 640),
      height: HEIGHT,
      scales: { x: { time: false, range: (u, low, high) => low === high ? [low - 1, high + 1] : [low - 0.5, high + 0.5] },
                y: logarithmic ? { distr: 3 } : { range: (u, low, high) => [0, high > 0 ? high * 1.05 : 1] } },
      axes: [
        { label: xLabel, labelSize: 22, size: 36, values: (u, splits) => splits.map(v => Number.isInteger(v) ? count(v) : "") },
        { label: yLabel, labelSize: 22, size: 52, values: (u, splits) => splits.map(v => v === null ? "" : compact(v)) }
      ],
      series: [{ label: xLabel, value: (u, v) => v === null || v === undefined ? "" : count(v) }].concat(series.map(one => ({
        label: one.label,
        stroke: one.colour,
        width: one.dots ? 0 : one.bars ? 1 : 2,
        fill: one.bars ? one.colour : undefined,
        paths: one.bars ? bars : one.dots ? () => null : undefined,
        points: one.bars ? { show: false } : { show: one.dots || xs.length < 60, size: one.dots ? 9 : 5, fill: one.dots ? one.colour : "#fff" },
        spanGaps: true,
        value: (u, v) => v === null || v === undefined ? "" : significant(v)
      })))
    };
    charts.push({ holder, plot: new uPlot(options, [xs].concat(series.map(one => one.values)), holder) });
  };

  // Neighbouring levels together where there are more than a screen can show: times are added, sizes are the first's.
  const grouped = levels => {
    const step = Math.ceil(levels.length / 400);
    if (step <= 1) return levels;
    const groups = [];
    for (let i = 0; i < levels.length; i += step) {
      const some = levels.slice(i, i + step);
      groups.push(Object.assign({}, some[0], { timeMs: some.reduce((sum, one) => sum + one.timeMs, 0) / some.length }));
    }
    return groups;
  };

  const drawTraversal = (traversal, trace) => {
    const levels = grouped(trace.levels);
    const made = section("Source " + traversal.source,
      count(traversal.reached) + " vertices reached in " + count(traversal.depth) + " levels, "
      + significant(traversal.kernelMs) + " ms");
    if (levels.length === 0) return;
    const xs = levels.map(level => level.level);
    element("h3", made, "Time per level by mode");
    const modes = ["push", "pull", "tensor"].filter(mode => levels.some(level => level.mode === mode));
    chart(made, "level", xs, "µs", modes.map(mode => ({
      label: mode, colour: COLOURS[mode], bars: true,
      values: levels.map(level => level.mode === mode ? 1000 * level.timeMs : null)
    })), false);
    element("h3", made, "Frontier and unvisited");
    chart(made, "level", xs, "vertices or edges", [
      { label: "frontier vertices", colour: PALETTE[0], values: levels.map(level => positive(level.frontierVertices)) },
      { label: "frontier edges", colour: PALETTE[3], values: levels.map(level => positive(level.frontierEdges)) },
      { label: "unvisited vertices", colour: PALETTE[7], values: levels.map(level => positive(level.unvisited)) }
    ], true);
    if (trace.levels.length <= 60) {
      table(made, [
        ["level", row => count(row.level)], ["mode", row => row.mode, "word"],
        ["frontier", row => count(row.frontierVertices)], ["its edges", row => count(row.frontierEdges)],
        ["unvisited", row => count(row.unvisited)], ["found", row => count(row.found)],
        ["µs", row => significant(1000 * row.timeMs)]
      ], trace.levels);
    }
  };

  const drawBfs = data => {
    const report = data.report;
    facts(section("Run"), [
      ["graph", report.graph], ["vertices", report.vertices && count(report.vertices)],
      ["edges", report.edges && count(report.edges)], ["ordering", report.ordering], ["device", report.device],
      ["mode", report.mode], ["switch", report.mode === "auto" ? report.switch : null], ["TEPS", report.tepsRule]
    ]);
    table(section("Traversals", "Milliseconds; medians over the runs of each source."), [
      ["source", row => String(row.source)], ["reached", row => count(row.reached)], ["levels", row => count(row.depth)],
      ["kernel", row => significant(row.kernelMs)], ["initialise", row => significant(row.initialiseMs)],
      ["renumber", row => significant(row.renumberMs)], ["download", row => significant(row.downloadMs)],
      ["total", row => significant(row.totalMs)], ["GTEPS", row => significant(row.teps / 1e9)]
    ], report.traversals);
    data.traces.forEach(trace => drawTraversal(report.traversals.find(one => one.source === trace.source), trace));
  };

  const share = (ways, name) => {
    const way = (ways || []).find(one => one.way === name);
    return way ? percent(way.levels) + " / " + percent(way.time) : "";
  };

  // The switching rule, where it is not our own.
  const ruleOf = row => row.mode === "auto" && row.switching !== "auto" ? row.switching : null;

  const drawTable = rows => {
    const first = {};
    const fastest = {};
    rows.forEach(row => {
      if (!first[row.graph]) first[row.graph] = row;
      fastest[row.graph] = Math.min(row.kernel.medianMs, fastest[row.graph] || Infinity);
    });
    const speedup = row => first[row.graph].kernel.medianMs / row.kernel.medianMs;
    const columns = [
      ["graph", row => row.graph, "word"],
      ["order, mode", row => [row.ordering, ruleOf(row) || row.mode, row.variant].filter(Boolean).join(", "), "word"],
      ["median", row => significant(row.kernel.medianMs)], ["x first", row => significant(speedup(row))],
      ["min", row => significant(row.kernel.minMs)], ["mean", row => significant(row.kernel.meanMs)],
      ["p90", row => significant(row.kernel.p90Ms)], ["max", row => significant(row.kernel.maxMs)],
      ["max/median", row => significant(row.slowestOverMedian)], ["GTEPS", row => significant(row.gteps)],
      ["µs/level", row => significant(row.usPerLevel)], ["tensor", row => share(row.ways, "tensor")],
      ["push", row => share(row.ways, "push")], ["pull", row => share(row.ways, "pull")]
    ];
    if (rows.some(row => row.joulesPerBfs !== undefined)) {
      columns.push(["J/BFS", row => significant(row.joulesPerBfs)]);
    }
    const made = section("BFS",
      "Kernel milliseconds over the sources. \"x first\": how many times as fast as the graph's first row. Tensor, push, pull: "
      + "share of levels / of time.");
    table(made, columns, rows,
      (row, heading) => heading === "median" && row.kernel.medianMs === fastest[row.graph] ? "best" : "",
      (row, before) => row.graph !== before.graph);
  };

  const drawStudies = studies => {
    const made = section("Each level each way",
      "A level is misclassified when it took more than 1.1 times its best way; noise counts levels that took more than 1.1 times "
      + "what they took, the same way, in other runs. Tensor, push, pull: share of levels / of time "
      + "that the way would have won.");
    table(made, [
      ["graph", row => row.graph, "word"], ["order", row => row.ordering, "word"], ["levels", row => count(row.levels)],
      ["misclassified", row => count(row.misclassified) + " (" + significant(100 * row.misclassified / Math.max(1, row.levels)) + "%)"],
      ["noise", row => count(row.noisy)], ["chosen ms", row => significant(row.chosenMs)], ["oracle ms", row => significant(row.oracleMs)],
      ["chosen/oracle", row => significant(row.overOracle)], ["tensor", row => share(row.wins, "tensor")],
      ["push", row => share(row.wins, "push")], ["pull", row => share(row.wins, "pull")]
    ], studies);
    studies.filter(study => study.example.length > 0).forEach(study => {
      element("h3", made, study.graph + ", " + study.ordering + " order: µs per level of one source");
      const example = study.example;
      const perLevel = (ms, level) => positive(1000 * ms / level.levels);
      const ways = Array.from(new Set(example.flatMap(level => Object.keys(level.waysMs))));
      chart(made, "level", example.map(level => level.level), "µs", ways.map(way => ({
        label: way, colour: COLOURS[way], values: example.map(level => perLevel(level.waysMs[way], level))
      })).concat([
        { label: "best", colour: COLOURS.best, dots: true, values: example.map(level => perLevel(level.bestMs, level)) },
        { label: "chosen", colour: COLOURS.chosen, values: example.map(level => perLevel(level.chosenMs, level)) }
      ]), true);
    });
  };

  // A line per kind, ordering and mode that was measured at two scales at least.
  const drawGrowth = rows => {
    const lines = {};
    rows.filter(row => row.scale > 0).forEach(row => {
      const name = [row.kind, row.ordering, ruleOf(row) || row.mode, row.variant].filter(Boolean).join(" ");
      (lines[name] = lines[name] || []).push(row);
    });
    const names = Object.keys(lines).filter(name => new Set(lines[name].map(row => row.scale)).size > 1);
    if (names.length === 0) return;
    const made = section("Cost growth", "Medians over the sources by the size of the graph, 2^scale vertices.");
    const draw = (title, unit, chosen, value) => {
      if (chosen.length === 0) return;
      const scales = Array.from(new Set(chosen.flatMap(name => lines[name].map(row => row.scale)))).sort((a, b) => a - b);
      element("h3", made, title);
      chart(made, "scale", scales, unit, chosen.map((name, index) => ({
        label: name, colour: PALETTE[index % PALETTE.length],
        values: scales.map(scale => {
          const row = lines[name].find(one => one.scale === scale);
          return row ? positive(value(row)) : null;
        })
      })), true);
    };
    const deep = name => ["road", "rgg", "delaunay", "chain"].includes(lines[name][0].kind);
    draw("Time per edge", "ps", names.filter(name => !deep(name)), row => 1e9 * row.kernel.medianMs / row.edges);
    draw("Time per level", "µs", names.filter(deep), row => row.usPerLevel);
  };

  const drawBatches = rows => {
    const made = section("Searches from many sources at once", "Median of the batches / their sources; neighbours: as a job over all"
      + " sources batches them.");
    table(made, [
      ["graph", row => row.graph, "word"], ["order", row => row.ordering, "word"], ["vertices", row => count(row.vertices)],
      ["edges", row => count(row.edges)], ["mode", row => row.mode, "word"], ["sources", row => row.sources, "word"],
      ["width", row => count(row.width)], ["batches", row => row.batches], ["µs per BFS", row => significant(row.usPerBfs)],
      ["min ms", row => significant(row.batch.minMs)], ["max ms", row => significant(row.batch.maxMs)],
      ["J/BFS", row => significant(row.joulesPerBfs)]
    ], rows, null, (row, before) => row.graph !== before.graph);
    const graphs = Array.from(new Set(rows.map(row => row.graph)));
    const modes = Array.from(new Set(rows.map(row => row.mode)));
    chart(made, "graph, as in the table", graphs.map((graph, index) => index + 1), "µs per BFS", modes.map((mode, index) => ({
      label: mode, colour: PALETTE[index % PALETTE.length], dots: true,
      values: graphs.map(graph => {
        const row = rows.find(one => one.graph === graph && one.mode === mode);
        return row ? row.usPerBfs : null;
      })
    })), true);
  };

  const drawBench = data => {
    const machine = data.machine;
    const rows = data.bfs;
    const clocks = reading => reading ? reading.smMhz + " MHz SM, " + reading.memoryMhz + " MHz memory"
      + (reading.throttled.length ? ", held down by " + reading.throttled.join(", ") : "") : null;
    const all = rows.concat(data.batches || []);
    const readings = all.filter(row => row.clocksAfter);
    facts(section("Run"), [
      ["command", "bitfront " + data.command], ["commit", machine.commit],
      ["device", Array.from(new Set(all.map(row => row.device))).join(", ")], ["driver", data.driver],
      ["clocks before", readings.length ? clocks(readings[0].clocksBefore) : null],
      ["clocks after", readings.length ? clocks(readings[readings.length - 1].clocksAfter) : null],
      ["host", machine.cpu + ", " + machine.cores + " cores"], ["java", machine.jvm],
      ["sources, runs", rows.length ? rows[0].sources + " sources, every level of each verified, median of " + rows[0].runs + " runs" : null],
      ["TEPS", rows.length ? data.tepsRule : null], ["left out", data.notes.join("; ")]
    ]);
    if (rows.length) drawTable(rows);
    if (data.batches && data.batches.length) drawBatches(data.batches);
    if (data.jobs && data.jobs.length) {
      table(section("Closeness of every vertex"), [
        ["graph", row => row.graph, "word"], ["order", row => row.ordering, "word"], ["vertices", row => count(row.vertices)],
        ["edges", row => count(row.edges)], ["devices", row => row.devices.length], ["s", row => significant(row.seconds)],
        ["BFS/s", row => significant(row.bfsPerSecond)], ["µs per BFS", row => significant(row.usPerBfs)],
        ["speedup", row => significant(row.speedup)]
      ], data.jobs);
    }
    if (data.studies.length) drawStudies(data.studies);
    if (rows.length) drawGrowth(rows);
    if (data.targets.length) {
      const judged = data.judged !== false;
      table(section("Targets", judged ? null : "Graphs were shrunk (--shrink): targets say nothing of such sizes and are not judged."), [
        ["what", row => row.what, "word"], ["measured", row => significant(row.measured) + " " + row.unit]
      ].concat(judged ? [["must", row => significant(row.must)], ["aim", row => significant(row.aim)],
        ["meets", row => verdict(row), "word"]] : [], [["how", row => row.note, "word"]]), data.targets, (row, heading) => heading === "meets" && verdict(row) === "missed" ? "missed" : "");
    }
    if (data.comparisons.length) {
      table(section("Compared with an earlier run"), [
        ["what", row => row.what, "word"], ["unit", row => row.unit, "word"], ["before", row => significant(row.before)],
        ["now", row => significant(row.now)], ["now/before", row => significant(row.ratio)]
      ], data.comparisons);
    }
  };

  const verdict = target => {
    const meets = bound => target.lowerIsBetter ? target.measured <= bound : target.measured >= bound;
    return meets(target.aim) ? "aim" : meets(target.must) ? "must" : "missed";
  };

  try {
    const input = JSON.parse(document.getElementById("data").textContent);
    page.textContent = "";
    element("h1", page, input.title);
    if (input.kind === "bfs") drawBfs(input.data); else drawBench(input.data);
    window.addEventListener("resize", () => charts.forEach(one =>
      one.plot.setSize({ width: Math.max(280, one.holder.clientWidth), height: HEIGHT })));
    root.setAttribute("data-state", "drawn");
  } catch (error) {
    fail(error.stack || error);
  }
})();

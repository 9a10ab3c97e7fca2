"use strict";
// Draws the page from the JSON in #data: a report of `bitfront bfs`, `closeness` or `bench`. What went wrong, if anything,
// ends up in the attribute data-error of <html>; data-state says "drawn" once all is there.
(() => {
  const root = document.documentElement;
  const fail = message => root.setAttribute("data-error", String(message));
  window.addEventListener("error", event => fail(event.message));

  const dark = window.matchMedia ? window.matchMedia("(prefers-color-scheme: dark)") : { matches: false };
  let COLOURS, PALETTE, INK, GRID, BACK;
  const chooseColours = () => {
    const night = dark.matches;
    INK = night ? "#c9d3df" : "#1c2430";
    GRID = night ? "#37414d" : "#e3e7ec";
    BACK = night ? "#1b222b" : "#fff";
    PALETTE = night
      ? ["#6fb1f0", "#f2907d", "#69c785", "#c792e0", "#f5c04d", "#4fcbe0", "#bf9a8a", "#a9b7b8", "#f06aa0", "#a3cc6a"]
      : ["#2166ac", "#d6604d", "#1b7837", "#8e44ad", "#f0a500", "#16a2b8", "#6d4c41", "#7f8c8d", "#c2185b", "#558b2f"];
    COLOURS = {
      push: PALETTE[0], pull: PALETTE[1], tensor: PALETTE[2], "push marked": "#74add1",
      "push small": night ? "#b39ddb" : "#542788", chosen: INK, best: PALETTE[4]
    };
  };
  const HEIGHT = 260;
  const charts = [];

  const significant = x => x === null || x === undefined || !isFinite(x) ? ""
    : x === 0 ? "0" : Math.abs(x) >= 1000 ? Math.round(x).toLocaleString("en") : String(Number(x.toPrecision(3)));
  const count = x => Number(x).toLocaleString("en");
  const compact = x => x >= 1e9 ? significant(x / 1e9) + "G" : x >= 1e6 ? significant(x / 1e6) + "M"
    : x >= 1e3 ? significant(x / 1e3) + "k" : significant(x);
  // A time at a glance: 30 ms, and never 30k µs.
  const time = ms => ms === null || ms === undefined ? "" : ms >= 60000 ? significant(ms / 60000) + " min"
    : ms >= 1000 ? significant(ms / 1000) + " s" : ms >= 1 || ms === 0 ? significant(ms) + " ms" : significant(1000 * ms) + " µs";
  const largest = values => values.reduce((most, one) => Math.max(most, one), 0);
  // The unit in which all of some milliseconds read well, and how many of it a millisecond is.
  const unitOf = values => {
    const most = largest(values.filter(x => x !== null && x !== undefined));
    return most >= 1000 ? ["s", 0.001] : most >= 1 ? ["ms", 1] : ["µs", 1000];
  };
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
      scales: { x: { time: false, range: (u, low, high) => xs.wide ? [low - xs.wide, high + xs.wide] : low === high ? [low - 1, high + 1] : [low - 0.5, high + 0.5] },
                y: logarithmic ? { distr: 3 } : { range: (u, low, high) => [0, high > 0 ? high * 1.05 : 1] } },
      axes: [
        { label: xLabel, labelSize: 22, size: 36, stroke: INK, grid: { stroke: GRID, width: 1 }, ticks: { stroke: GRID, width: 1 },
          values: (u, splits) => splits.map(v => xs.wide || Number.isInteger(v) ? xs.wide ? significant(v) : count(v) : "") },
        { label: yLabel, labelSize: 22, size: 52, stroke: INK, grid: { stroke: GRID, width: 1 }, ticks: { stroke: GRID, width: 1 }, values: (u, splits) => splits.map(v => v === null ? "" : compact(v)) }
      ],
      series: [{ label: xLabel, value: (u, v) => v === null || v === undefined ? "" : xs.wide ? significant(v) : count(v) }].concat(series.map(one => ({
        label: one.label,
        stroke: one.colour,
        width: one.dots ? 0 : one.bars ? 1 : 2,
        fill: one.bars ? one.colour : undefined,
        paths: one.bars ? bars : one.dots ? () => null : undefined,
        points: one.bars ? { show: false } : { show: one.dots || xs.length < 60, size: one.dots ? 9 : 5, fill: one.dots ? one.colour : BACK },
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

  // Levels are counted from the source's, 0: a row is the step that begins at a level.
  const drawTraversal = (traversal, trace) => {
    const levels = grouped(trace.levels);
    const whole = trace.levels.reduce((sum, one) => sum + one.timeMs, 0);
    const made = section("Source " + traversal.source,
      count(traversal.reached) + " vertices reached in " + count(traversal.depth) + " levels. Levels are those of "
      + (traversal.runs > 1
        ? "the first of " + count(traversal.runs) + " runs, which was traced and took " + time(whole) + "; the median of all runs is "
          + time(traversal.kernelMs) + "."
        : "this run, which was traced: " + time(whole) + " in all."));
    if (levels.length === 0) return;
    const xs = levels.map(level => level.level - 1);
    const unit = unitOf(levels.map(level => level.timeMs));
    element("h3", made, "Time per level by mode (traced run)");
    const modes = ["push", "pull", "tensor"].filter(mode => levels.some(level => level.mode === mode));
    chart(made, "level", xs, unit[0], modes.map(mode => ({
      label: mode, colour: COLOURS[mode], bars: true,
      values: levels.map(level => level.mode === mode ? unit[1] * level.timeMs : null)
    })), false);
    element("h3", made, "Frontier and unvisited");
    chart(made, "level", xs, "vertices or edges", [
      { label: "frontier vertices", colour: PALETTE[0], values: levels.map(level => positive(level.frontierVertices)) },
      { label: "frontier edges", colour: PALETTE[3], values: levels.map(level => positive(level.frontierEdges)) },
      { label: "unvisited vertices", colour: PALETTE[7], values: levels.map(level => positive(level.unvisited)) }
    ], true);
    if (trace.levels.length <= 60) {
      table(made, [
        ["level", row => count(row.level - 1)], ["mode", row => row.mode, "word"],
        ["vertices", row => count(row.frontierVertices)], ["their edges", row => count(row.frontierEdges)],
        ["unvisited", row => count(row.unvisited)], ["found next", row => count(row.found)],
        ["time", row => time(row.timeMs)]
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
    const runs = largest(report.traversals.map(row => row.runs));
    table(section("Traversals", runs > 1 ? "Each figure is the median of " + count(runs) + " runs of its source." : "One run of each source."), [
      ["source", row => String(row.source)], ["reached", row => count(row.reached)], ["levels", row => count(row.depth)],
      ["kernel", row => time(row.kernelMs)], ["initialise", row => time(row.initialiseMs)],
      ["renumber", row => time(row.renumberMs)], ["download", row => time(row.downloadMs)],
      ["total", row => time(row.totalMs)], ["GTEPS", row => significant(row.teps / 1e9)]
    ], report.traversals);
    data.traces.forEach(trace => drawTraversal(report.traversals.find(one => one.source === trace.source), trace));
  };

  // How far the others are from the vertices on top: a row per vertex, a column per level, darker where more are.
  const drawMap = (rows, vertices) => {
    const made = section("Map of levels", "Hops from the highest vertices along edges: a row per vertex, a column per level, the darker "
      + "the more vertices are there.");
    const depth = largest(rows.map(row => row.counts.length));
    const step = Math.ceil(depth / 60);
    const wrapper = element("div", made, null, "table");
    const grid = element("table", wrapper, null, "map");
    const head = element("tr", element("thead", grid));
    element("th", head, "vertex");
    for (let level = 0; level < depth; level += step) element("th", head, level % (5 * step) === 0 || depth <= 12 ? count(level) : "");
    const body = element("tbody", grid);
    const sums = rows.map(row => {
      const some = [];
      row.counts.forEach((one, level) => { some[Math.floor(level / step)] = (some[Math.floor(level / step)] || 0) + one; });
      return some;
    });
    const most = largest(sums.map(largest));
    rows.forEach((row, index) => {
      const line = element("tr", body);
      element("td", line, row.vertex);
      for (let i = 0; i * step < depth; i++) {
        const number = sums[index][i] || 0;
        const cell = element("td", line, depth <= 12 && number ? compact(number) : "");
        cell.title = (step > 1 ? "levels " + i * step + " to " + (i * step + step - 1) : "level " + i) + ": " + count(number) + " vertices";
        const shade = number ? 0.08 + 0.92 * Math.sqrt(number / most) : 0;
        cell.style.setProperty("--shade", Math.round(100 * shade) + "%");
        if (shade > 0.55) cell.className = "deep";
      }
    });
    element("p", made, count(vertices) + " vertices in the graph; those missing in a row are not reached.");
  };

  const drawCloseness = data => {
    const report = data.report;
    facts(section("Run"), [
      ["graph", report.graph], ["vertices", count(report.vertices)], ["edges", count(report.edges)], ["device", report.device],
      ["sources", report.sources], ["direction", report.directed ? report.direction : null],
      ["searches", count(report.traversals)], ["time", time(report.timeMs)],
      ["searches per second", report.bfsPerSecond ? significant(report.bfsPerSecond) : null], ["notes", report.notes.join("; ")]
    ]);
    const names = Object.keys(report.highest[0] || {}).filter(name => name !== "vertex");
    const whole = name => report.highest.every(row => row[name] === null || Number.isInteger(row[name]));
    const value = (x, name) => x === null ? "unknown" : whole(name) ? count(x) : x.toPrecision(6);
    table(section("Highest", "By " + report.measures[0] + "."), [
      ["rank", row => count(row.rank)], ["vertex", row => String(row.vertex)]
    ].concat(names.map(name => [name, row => value(row[name], name)])), report.highest.map((row, index) => Object.assign({ rank: index + 1 }, row)));
    const spread = section("Distribution", "How many of " + count(data.rows) + " vertices have which value.");
    data.distributions.filter(one => one.counts).forEach(one => {
      element("h3", spread, one.name);
      facts(spread, [["least, median, mean, most", [one.least, one.median, one.mean, one.most].map(significant).join(", ")]]);
      if (one.counts.length < 2) return;
      const width = (one.most - one.least) / one.counts.length;
      const xs = one.counts.map((n, bin) => one.least + (bin + 0.5) * width);
      xs.wide = width;
      chart(spread, one.name, xs, "vertices", [{ label: "vertices", colour: PALETTE[0], bars: true, values: one.counts }], false);
    });
    if (data.levels.length) drawMap(data.levels, report.vertices);
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
      table(section("Targets", judged ? null : "Graphs were shrunk (--shrink) or come from files: targets say nothing of these and are not judged."), [
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
    const drawings = { bfs: drawBfs, closeness: drawCloseness, bench: drawBench };
    const draw = () => {
      chooseColours();
      charts.splice(0).forEach(one => one.plot.destroy());
      page.textContent = "";
      element("h1", page, input.title);
      drawings[input.kind](input.data);
    };
    draw();
    if (dark.addEventListener) dark.addEventListener("change", draw);
    window.addEventListener("resize", () => charts.forEach(one =>
      one.plot.setSize({ width: Math.max(280, one.holder.clientWidth), height: HEIGHT })));
    root.setAttribute("data-state", "drawn");
  } catch (error) {
    fail(error.stack || error);
  }
})();

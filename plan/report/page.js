"use strict";
(() => {
  const specs = JSON.parse(document.getElementById("specs").textContent);

  // --- tables that sort: a button in each heading, words by the alphabet, numbers by size ---
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  };
  const compare = (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (typeof a === "number") return -1;
    if (typeof b === "number") return 1;
    return a.localeCompare(b, "en", { numeric: true });
  };
  function sort(table, heading, column) {
    const down = heading.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => (down ? -1 : 1) * compare(value(a, column), value(b, column)));
    table.tBodies[0].append(...rows);
  }
  for (const table of document.querySelectorAll("table.sortable"))
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = heading.textContent;
      button.addEventListener("click", () => sort(table, heading, column));
      heading.replaceChildren(button);
    });

  // --- charts ---
  function save(url, name) {
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
  }
  function saving(view, id) {
    const bar = document.createElement("div");
    bar.className = "save";
    for (const kind of ["svg", "png"]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Save " + kind.toUpperCase();
      button.setAttribute("aria-label", "Save " + id + " as " + kind.toUpperCase());
      button.addEventListener("click", async () => save(await view.toImageURL(kind, 2), id + "." + kind));
      bar.append(button);
    }
    return bar;
  }
  const fits = (spec) => !("hconcat" in spec || "vconcat" in spec || "concat" in spec || "facet" in spec);
  async function draw(id, spec) {
    const figure = document.getElementById(id);
    const place = figure.querySelector(".plot");
    const shown = { ...spec };
    delete shown.title; // the caption says it
    if (fits(shown)) {
      shown.width = "container";
      shown.autosize = { type: "fit-x", contains: "padding" };
    }
    const narrow = window.matchMedia("(max-width: 40rem)").matches;
    const config = { legend: { orient: narrow ? "bottom" : "right", columns: narrow ? 2 : 1, labelLimit: 220 } };
    config.axisY = { labelLimit: narrow ? 110 : 280 };
    const { view } = await vegaEmbed(place, shown, { renderer: "svg", actions: false, config });
    figure.insertBefore(saving(view, id), figure.querySelector("details"));
    return view;
  }
  async function drawAll() {
    if (typeof vegaEmbed === "undefined") return 0;
    let drawn = 0;
    for (const [id, spec] of Object.entries(specs)) {
      try {
        await draw(id, spec);
        ++drawn;
      } catch (error) {
        const note = document.createElement("p");
        note.className = "failed";
        note.textContent = "This chart could not be drawn: " + error.message;
        document.getElementById(id).querySelector(".plot").replaceChildren(note);
        console.error(id, error);
      }
    }
    return drawn;
  }
  drawAll().then((drawn) => {
    document.documentElement.dataset.charts = String(drawn); // tests wait for it
  });
})();

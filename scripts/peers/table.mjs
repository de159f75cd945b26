/** The tables of what each peer found, in Markdown. */

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const checkOf = (report) => report.split(" · ")[0];

/**
 * What a peer found: reports about a faulty service that no run on the conforming one has. If a check reports different
 * things in two runs on the conforming service, its reports vary by chance; they count only if they come with exactly
 * one fault.
 */
function findings({ results }, conforming) {
  const calm = conforming.map((state) => results[state]?.found ?? []);
  const alarms = new Set(calm.flat());
  const fickle = new Set(
    [...alarms].filter((each) => !calm.every((found) => found.includes(each))).map(checkOf),
  );
  const faulty = Object.entries(results).filter(([state]) => !conforming.includes(state));
  const times = (report) => faulty.filter(([, { found }]) => found.includes(report)).length;
  const counts = (report) => !alarms.has(report) && !(fickle.has(checkOf(report)) && times(report) > 1);
  return { alarms, found: new Map(faulty.map(([fault, { found }]) => [fault, found.filter(counts)])) };
}

/** The same peer with only those checks that raise no alarm on the conforming service. */
function quiet(peer) {
  const loud = new Set([...peer.alarms].map(checkOf));
  const kept = ([fault, reports]) => [fault, reports.filter((report) => !loud.has(checkOf(report)))];
  return {
    ...peer,
    name: peer.name.replace("all checks", `without ${[...loud].join(", ")}`),
    alarms: new Set(),
    found: new Map([...peer.found].map(kept)),
  };
}

function row({ name, results, failed, alarms, found }, faults) {
  const runs = faults.map((fault) => results[fault]);
  if (runs.includes(undefined))
    return `| ${name} | ${failed ? "could not be run, see below" : "not measured"} | | | | |`;
  const count = faults.filter((fault) => found.get(fault).length > 0).length;
  const requests = runs.reduce((sum, run) => sum + run.requests, 0);
  const cells = [
    name,
    `${count} of ${runs.length}`,
    alarms.size,
    median(runs.map((run) => run.requests)),
    median(runs.map((run) => run.seconds)).toFixed(1),
    ((1000 * count) / requests).toFixed(2),
  ];
  return `| ${cells.join(" | ")} |`;
}

const table = (title, rows, faults) =>
  [
    `| ${title} | found | false alarms | requests | seconds | found per 1,000 requests |`,
    "| --- | --- | --- | --- | --- | --- |",
    ...rows.map((each) => row(each, faults)),
  ].join("\n");

/** Why a peer could not run, or that its runs broke off and so found nothing. */
function broken({ name, results, failed }) {
  if (failed) return [`- ${name} could not be run: ${failed.trim().split("\n").at(-1)}`];
  const errors = Object.values(results).flatMap(({ error }) => error ?? []);
  return errors.length === 0
    ? []
    : [`- ${name}: ${errors.length} runs broke off: ${errors[0].split("\n")[0]}`];
}

/**
 * Both tables and the settings. A peer with several checks gets a second row, without the checks that raise false
 * alarms.
 */
export function textOf(peers, { behaviour, schema }, { seed, conforming }) {
  const rows = peers.flatMap((peer) => {
    const whole = { ...peer, ...findings(peer, conforming) };
    return whole.alarms.size > 0 && peer.name.includes("all checks") ? [whole, quiet(whole)] : [whole];
  });
  return [
    table(`${behaviour.length} faults of behaviour, seed ${seed}`, rows, behaviour),
    table(`${schema.length} faults of schemas, seed ${seed}`, rows, schema),
    [...peers.map(({ name, settings }) => `- ${name}: ${settings}`), ...peers.flatMap(broken)].join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}

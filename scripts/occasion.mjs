/** Third-party tools for scripts: installed into a folder when needed, run with a time limit, served and ended. */
import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** The named folder, which is kept and used again, or a temporary one, which `end` removes. */
export function makeOccasion(named, environment = {}) {
  const folder = named === undefined ? mkdtempSync(join(tmpdir(), "plimsoll-")) : resolve(named);
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, ...environment, npm_config_loglevel: "error", NO_COLOR: "1" };

  /** Runs a program in the folder to its end; returns its exit code and its output. */
  async function attempt(program, args, timeout) {
    const options = { cwd: folder, env, maxBuffer: 1 << 28, timeout, killSignal: "SIGKILL" };
    try {
      const { stdout, stderr } = await promisify(execFile)(program, args, options);
      return { code: 0, said: `${stdout}${stderr}` };
    } catch (error) {
      return { code: error.code ?? 1, said: `${error.message}\n${error.stdout ?? ""}${error.stderr ?? ""}` };
    }
  }

  /** Runs a program that must succeed; returns its output. */
  async function run(program, ...args) {
    const { code, said } = await attempt(program, args);
    if (code !== 0) throw new Error(`${program} ${args.join(" ")}: ${said}`);
    return said;
  }

  /** Starts a server and waits for the line which says that it listens. */
  async function serve(program, args, ready) {
    const child = spawn(program, args, { cwd: folder, env });
    return { said: await firstMatch(child, ready, program), end: () => child.kill() };
  }

  const bin = (name) => join(folder, "node_modules/.bin", name);

  return {
    folder,
    attempt,
    run,
    bin,
    tool: (name, ...args) => run(bin(name), ...args),
    /** Installs the dependencies in a folder's package.json. */
    async npm(from) {
      cpSync(join(from, "package.json"), join(folder, "package.json"));
      await run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund");
    },
    /** Installs the dependencies in a folder's requirements.txt, into an environment of its own. */
    async python(from) {
      if (!existsSync(join(folder, "venv"))) await run("python3", "-m", "venv", "venv");
      await run(join(folder, "venv/bin/pip"), "install", "--quiet", "-r", join(from, "requirements.txt"));
    },
    serve,
    /** Serves until `use` ends; `use` gets the line which said that the server listens. */
    async whileServing(program, args, ready, use) {
      const { said, end } = await serve(program, args, ready);
      try {
        return await use(said);
      } finally {
        end();
      }
    },
    end() {
      if (named === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function firstMatch(child, ready, program) {
  return new Promise((resolve, reject) => {
    let text = "";
    const hear = (chunk) => {
      text += chunk;
      const found = ready.exec(text);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("close", () => reject(new Error(`${program} ended early:\n${text}`)));
  });
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

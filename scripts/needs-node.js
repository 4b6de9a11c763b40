/** Checks Node's version before anything else loads. Must run in any Node since 12. */
const needed = '22.18'

const [major, minor] = process.versions.node.split('.').map(Number)
const [neededMajor, neededMinor] = needed.split('.').map(Number)
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  const found = `Hace falta Node ${needed} o más nuevo, y este es el ${process.versions.node}`
  console.error(`\n  ${found}: npm ci trae el suyo, y npm lo usa; o instala uno más nuevo (https://nodejs.org).\n`)
  process.exit(1)
}

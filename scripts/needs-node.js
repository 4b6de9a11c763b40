/**
 * Says in a line when Node is too old, before anything is read that such a Node does not know: TypeScript, or a native module
 * that ends in a stack trace. In words that any Node since 12 reads.
 */
const needed = '22.18'

const [major, minor] = process.versions.node.split('.').map(Number)
const [neededMajor, neededMinor] = needed.split('.').map(Number)
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  const found = `Hace falta Node ${needed} o más nuevo, y este es el ${process.versions.node}`
  console.error(`\n  ${found}: npm ci trae el suyo, y npm lo usa; o instala uno más nuevo (https://nodejs.org).\n`)
  process.exit(1)
}

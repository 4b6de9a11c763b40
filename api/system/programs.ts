/** Programs in processes and threads of their own, which a module starts by their names. */
import { fileURLToPath } from 'node:url'

/** The path of the program of this name: packed, a file beside the module at `url`; from the sources, the source beside it. */
export function programBeside(url: string, name: string): string {
  return fileURLToPath(new URL(`./${name}.${url.endsWith('.ts') ? 'ts' : 'js'}`, url))
}

/** The environment of one that reads files of others: no password that a file could get at, only where Node keeps what it has compiled. */
export const bareEnv = () => ({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE })

import { fileURLToPath } from 'node:url'

/** Returns the path of a program for a process or thread: a .js file beside the packed module at `url`, or the .ts source. */
export function programBeside(url: string, name: string): string {
  return fileURLToPath(new URL(`./${name}.${url.endsWith('.ts') ? 'ts' : 'js'}`, url))
}

/** Environment for programs that read uploaded files: no secrets, only Node's compile cache. */
export const bareEnv = () => ({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE })

import { fileURLToPath } from 'node:url'

export function programBeside(url: string, name: string): string {
  return fileURLToPath(new URL(`./${name}.${url.endsWith('.ts') ? 'ts' : 'js'}`, url))
}

export const envWithoutSecrets = () => ({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE })

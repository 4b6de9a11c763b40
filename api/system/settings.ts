/** Settings from environment variables, and what is wrong with them in one line. */
import type { z } from 'zod'
import { StartProblem } from './start-problem.ts'

export type Variables = Record<string, string | undefined>

/** Settings that make no sense: for each variable a few words in Spanish with its name, and its value unless that is a secret. */
export class SettingsProblem extends StartProblem {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`revisa la configuración: ${problems.join('; ')}`)
    this.problems = problems
  }
}

/** Never shown: passwords and keys, and addresses that may hold one. */
const secrets = /PASSWORD|SECRET|TOKEN|KEY_ID|SMTP_URL/

/** A variable as it is shown: with its value, unless there may be a secret in it. */
function shown(name: string, value: string): string {
  const isSecret = secrets.test(name) || (value.includes('://') && /[@?]/.test(value))
  return isSecret ? name : `${name}="${value.slice(0, 100)}"`
}

/**
 * The variables as `schema` reads them, whose messages go on after the variable's name: 'no es un puerto'. Throws
 * SettingsProblem with each that does not fit.
 */
export function readVariables<Schema extends z.ZodObject>(schema: Schema, env: Variables): z.output<Schema> {
  const parsed = schema.safeParse(env)
  if (parsed.success) return parsed.data
  // The first of each: one says enough.
  const byName = new Map(parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
  throw new SettingsProblem([...byName].toReversed().map(([name, message]) => `${shown(name, env[name] ?? '')} ${message}`))
}

/** What all of these read; throws one SettingsProblem with what is wrong with any of them. */
export function readAll<Read extends unknown[]>(...reads: { [Index in keyof Read]: () => Read[Index] }): Read {
  const problems: string[] = []
  const read = reads.map((one) => {
    try {
      return one()
    } catch (error) {
      if (!(error instanceof SettingsProblem)) throw error
      problems.push(...error.problems)
      return undefined
    }
  })
  if (problems.length > 0) throw new SettingsProblem(problems)
  return read as Read
}

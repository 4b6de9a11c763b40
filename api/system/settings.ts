import type { z } from 'zod'
import { StartProblem } from './start-problem.ts'

export type Variables = Record<string, string | undefined>

export class SettingsProblem extends StartProblem {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`revisa la configuración: ${problems.join('; ')}`)
    this.problems = problems
  }
}

const secrets = /PASSWORD|SECRET|TOKEN|KEY_ID|SMTP_URL/

function describeVariable(name: string, value: string): string {
  const isSecret = secrets.test(name) || (value.includes('://') && /[@?]/.test(value))
  return isSecret ? name : `${name}="${value.slice(0, 100)}"`
}

export function readVariables<Schema extends z.ZodObject>(schema: Schema, env: Variables): z.output<Schema> {
  const parsed = schema.safeParse(env)
  if (parsed.success) return parsed.data
  const byName = new Map(parsed.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
  throw new SettingsProblem(
    [...byName].toReversed().map(([name, message]) => `${describeVariable(name, env[name] ?? '')} ${message}`),
  )
}

export function readAll<Read extends unknown[]>(...reads: { [Index in keyof Read]: () => Read[Index] }): Read {
  const problems: string[] = []
  const read = reads.map((readOne) => {
    try {
      return readOne()
    } catch (error) {
      if (!(error instanceof SettingsProblem)) throw error
      problems.push(...error.problems)
      return undefined
    }
  })
  if (problems.length > 0) throw new SettingsProblem(problems)
  return read as Read
}

import { readFileSync } from 'node:fs'
import type { z } from 'zod'

export function parseJson<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export function readJson<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return parseJson(readFileSync(file, 'utf8'), schema)
  } catch {
    return null
  }
}

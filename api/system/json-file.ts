import { readFileSync } from 'node:fs'
import type { z } from 'zod'

/** Null if the text does not fit the schema. */
export function parseJson<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Null if the file is missing or does not fit. */
export function readJson<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return parseJson(readFileSync(file, 'utf8'), schema)
  } catch {
    return null
  }
}

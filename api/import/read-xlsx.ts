import { inflateRawSync } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'
import { Unreadable } from '../../data/import/source.ts'
import type { Cell, Sheet } from './table.ts'
import { timeOfMinutes } from './times.ts'

const maxUnpackedBytes = 16 * 1024 * 1024
const maxRows = 200_000

const tooLarge = 'El archivo se descomprime en más de 16 MB: no parece una tabla.'
const broken = 'No se pudo leer como Excel: guárdalo de nuevo como .xlsx, o como CSV.'

export async function xlsxSheets(base64: string): Promise<Sheet[]> {
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(base64)) throw new Unreadable(broken)
  const bytes = Buffer.from(base64, 'base64')
  insistOnSize(bytes)
  const workbook = await readXlsx(bytes, { maxRows }).catch(() => {
    throw new Unreadable(broken)
  })
  const isVisible = ({ hidden, veryHidden }: { hidden?: boolean; veryHidden?: boolean }) => !hidden && !veryHidden
  const visibleSheets = workbook.sheets.filter(isVisible)
  return (visibleSheets.length > 0 ? visibleSheets : workbook.sheets).map(({ name, rows, cells }) => ({
    name,
    rows: rows.map((row, y) => ({
      number: y + 1,
      cells: row.map((value, x): Cell => {
        const cell = cells?.get(`${y},${x}`)
        if (cell?.formula !== undefined && value === null) return { problem: 'una fórmula sin su valor: escríbelo' }
        return textOf(value)
      }),
    })),
  }))
}

const error = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|¡[A-Z]+!|¿[A-Z]+\?|SPILL!|CALC!)$/

function textOf(value: string | number | boolean | Date | null): Cell {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  // Excel stores a time of day as a fraction of a day.
  if (typeof value === 'number' && value > 0 && value < 1) return timeOfMinutes(Math.round(value * 24 * 60))
  if (!(value instanceof Date)) return error.test(String(value)) ? { problem: `el error «${value}»` } : String(value)
  const minute = new Date(Math.round(value.getTime() / 60_000) * 60_000)
  if (Number.isNaN(minute.getTime())) return { problem: 'una fecha que no existe' }
  const iso = minute.toISOString()
  if (value.getUTCFullYear() < 1901) return iso.slice(11, 16)
  return iso.slice(11, 16) === '00:00' ? iso.slice(0, 10) : iso.slice(0, 16)
}

const [endOfDirectory, entry, local] = [0x06054b50, 0x02014b50, 0x04034b50]

/**
 * Unpacks the zip to measure it, because its directory may contain wrong sizes. Throws Unreadable if the content is too large.
 */
export function insistOnSize(bytes: Buffer): void {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endOfDirectory) throw new Unreadable(broken)
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  const entries: { packed: number; unpacked: number; method: number; from: number }[] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entry) throw new Unreadable(broken)
    const [packed, unpacked, from] = [20, 24, 42].map((offset) => bytes.readUInt32LE(at + offset))
    entries.push({ packed: packed ?? 0, unpacked: unpacked ?? 0, method: bytes.readUInt16LE(at + 10), from: from ?? 0 })
    at += 46 + [28, 30, 32].reduce((sum, offset) => sum + bytes.readUInt16LE(at + offset), 0)
  }
  if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > maxUnpackedBytes) throw new Unreadable(tooLarge)
  let remainingBytes = maxUnpackedBytes
  for (const { packed, method, from } of entries) {
    if (from + 30 > bytes.length || bytes.readUInt32LE(from) !== local) throw new Unreadable(broken)
    const start = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28)
    remainingBytes -= method === 0 ? packed : sizeOf(bytes.subarray(start, start + packed), remainingBytes)
    if (remainingBytes < 0) throw new Unreadable(tooLarge)
  }
}

function sizeOf(packed: Buffer, maxBytes: number): number {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) }).length
  } catch (error) {
    throw new Unreadable((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : broken)
  }
}

import { createHash } from 'node:crypto'
import { type AccentColors, accentColorsOf } from '../../data/look/accent.ts'

export function accentRules(accent: string): string {
  if (accent === '') return ''
  const rules = ({ color, content, secondary }: AccentColors) =>
    `:root{--color-primary:${color};--color-primary-content:${content};--color-secondary:${secondary}}`
  const { light, dark } = accentColorsOf(accent)
  return `${rules(light)}@media (prefers-color-scheme: dark){${rules(dark)}}`
}

export const styleHash = (rules: string) => `sha256-${createHash('sha256').update(rules).digest('base64')}` as const

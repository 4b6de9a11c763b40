import type { Content } from '../content/schema.ts'
import { ownWeave, type WeaveTile } from './own-weave.ts'
import { telar } from './telar.ts'

export function weaveOf({
  look,
  hero,
}: {
  look: Pick<Content['look'], 'pattern'>
  hero: Pick<Content['hero'], 'title'>
}): WeaveTile | null {
  if (look.pattern === 'liso') return null
  return look.pattern === 'propio' ? ownWeave(hero.title) : telar
}

import type { DrawCard } from './share-card.ts'

/** Draws with what is loaded on first use: a layout engine that the process otherwise never needs. */
export const drawOnDemand: DrawCard = async (card) => {
  const { drawShareCard } = await import('./draw-share-card.ts')
  return drawShareCard(card)
}

import type { DrawCard } from './share-card.ts'

/** Loads the layout engine on first use: the process otherwise never needs it. */
export const drawOnDemand: DrawCard = async (card) => {
  const { drawShareCard } = await import('./draw-share-card.ts')
  return drawShareCard(card)
}

export const imageKinds = {
  'header-logo': { max: { width: 200, height: 60 }, recommended: { width: 180, height: 50 } },
  'hero-logo': { max: { width: 300, height: 150 }, recommended: { width: 250, height: 100 } },
  'partner-logo': { max: { width: 200, height: 100 }, recommended: { width: 180, height: 80 } },
  'speaker-photo': { max: { width: 300, height: 400 }, recommended: { width: 250, height: 350 } },
  'about-image': { max: { width: 600, height: 400 }, recommended: { width: 540, height: 360 } },
  'account-picture': { max: { width: 200, height: 200 }, recommended: { width: 200, height: 200 } },
  signature: { max: { width: 400, height: 160 }, recommended: { width: 300, height: 120 } },
  cover: { max: { width: 1600, height: 1600 }, recommended: { width: 1200, height: 1400 } },
} as const

export type ImageKind = keyof typeof imageKinds
export type Dimensions = { width: number; height: number }

/** These are stored at their maximum size, images of other kinds at twice that size, for high-density screens. */
const storedOnce: readonly ImageKind[] = ['about-image', 'cover']

export function storedSize(kind: ImageKind): Dimensions {
  const { width, height } = imageKinds[kind].max
  return storedOnce.includes(kind) ? { width, height } : { width: 2 * width, height: 2 * height }
}

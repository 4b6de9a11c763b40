import { type Dimensions, type ImageKind, imageKinds, storedSize } from '../../data/image-kinds.ts'

const cropped = new WeakSet<File>()

export const noteCropped = (file: File) => void cropped.add(file)

/** The server reduces logos, because it trims their margins first. Otherwise margins would take pixels of the reduced logo. */
export const isReducedByServer = (kind: ImageKind) => kind === 'partner-logo'

export const isCropped = (file: File): boolean => cropped.has(file)

/** Cropped images may be larger than picked ones, for dense screens. */
export const greatestSize = (file: File, kind: ImageKind): Dimensions =>
  cropped.has(file) ? storedSize(kind) : imageKinds[kind].max

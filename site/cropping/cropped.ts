import { type Dimensions, type ImageKind, imageKinds, storedSize } from '../../data/image-kinds.ts'

const cropped = new WeakSet<File>()

export const noteCropped = (file: File) => void cropped.add(file)

/**
 * The server trims a logo's margins before it reduces the logo. If the browser reduced the logo first, the margins would take some
 * of the pixels.
 */
export const isReducedByServer = (kind: ImageKind) => kind === 'partner-logo'

export const isCropped = (file: File): boolean => cropped.has(file)

/** A cropped image may be larger than a file uploaded as it is, for high-density screens. */
export const greatestSize = (file: File, kind: ImageKind): Dimensions =>
  cropped.has(file) ? storedSize(kind) : imageKinds[kind].max

import { type Dimensions, type ImageKind, imageKinds, storedSize } from '../../../data/uploads.ts'

const cropped = new WeakSet<File>()

export const noteCropped = (file: File) => void cropped.add(file)

/** Cropped images may be larger than picked ones, for dense screens. */
export const greatestSize = (file: File, kind: ImageKind): Dimensions =>
  cropped.has(file) ? storedSize(kind) : imageKinds[kind].max

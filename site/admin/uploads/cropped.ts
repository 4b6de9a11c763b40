import { type Dimensions, type ImageKind, imageKinds, keptSize } from '../../../data/uploads.ts'

const cropped = new WeakSet<File>()

/** Notes that a file was cropped for its use. */
export const noteCropped = (file: File) => void cropped.add(file)

/** The greatest size of a file for its use, in pixels. A cropped image may be larger than one that is picked: sharp on dense screens. */
export const greatestSize = (file: File, kind: ImageKind): Dimensions =>
  cropped.has(file) ? keptSize(kind) : imageKinds[kind].max

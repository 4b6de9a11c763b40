const cropped = new WeakSet<File>()

/** Notes that a file was made for its use: it may be as large as what is kept, beyond the limits for what is picked. */
export const noteCropped = (file: File) => void cropped.add(file)

export const isCropped = (file: File) => cropped.has(file)

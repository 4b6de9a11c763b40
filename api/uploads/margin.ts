export function isMargin([red = 0, green = 0, blue = 0, alpha = 0]: Uint8Array): boolean {
  return alpha < 16 || Math.min(red, green, blue) > 240
}

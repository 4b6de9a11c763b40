export const uploadTypes: Record<string, string | undefined> = {
  webp: 'image/webp',
  svg: 'image/svg+xml; charset=utf-8',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
}

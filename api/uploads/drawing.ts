import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { anyImage, type LogoBackground } from '../../data/uploads.ts'
import { backgroundFor } from './background.ts'

/** Longer than any logo takes. */
const patience = 4000

/**
 * The background that shows a drawing, which has to be clean (`cleanSvg`): it is drawn here. Null for one that cannot be drawn,
 * or takes too long.
 */
export async function drawnBackground(drawing: Buffer): Promise<LogoBackground | null> {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const drawn = backgroundFor(sharp(drawing, { limitInputPixels: anyImage.pixels })).catch(() => null)
  return Promise.race([drawn, wait(patience, null)])
}

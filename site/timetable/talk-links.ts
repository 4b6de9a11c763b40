import type { AgendaEvent } from '../../data/content/schema.ts'
import { linkTitles } from '../schedule/programme.ts'

export const linksOf = ({ recordingUrl, slidesUrl }: Pick<AgendaEvent, 'recordingUrl' | 'slidesUrl'>) =>
  [
    { label: linkTitles.recording, url: recordingUrl },
    { label: linkTitles.slides, url: slidesUrl },
  ].filter(({ url }) => url !== '')

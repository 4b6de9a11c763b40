import { newUploadName, publicUrl } from '../api/uploads/names.ts'
import { formTitle, itemDefaults, sectionDefaults } from '../data/content/defaults.ts'
import { newItemId } from '../data/content/item-id.ts'
import type { Content } from '../data/content/schema.ts'
import { slugFrom } from '../data/content/slugs.ts'
import { contentDefaults } from '../data/content/stored.ts'
import { checkUpload } from '../data/uploads.ts'
import { eventDateAfter, nameIn } from './content.ts'
import { illustrated, type Picture } from './illustrated.ts'
import { type Sample, withIds } from './sample.ts'
import { small } from './small.ts'

/** Ids have the form of real ids, because their length is part of the size of the page. */
const ids = new Map<string, string>()
function idOf(key: string): string {
  const id = ids.get(key) ?? newItemId()
  ids.set(key, id)
  return id
}

const identity = (key: string) => ({
  id: idOf(key),
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
})

function withAddresses<T extends object>(items: T[], nameOf: (item: T) => string): (T & { slug: string })[] {
  const taken = new Map<string, number>()
  return items.map((item) => {
    const slug = slugFrom(nameOf(item))
    const number = (taken.get(slug) ?? 0) + 1
    taken.set(slug, number)
    return { ...item, slug: number === 1 ? slug : `${slug}-${number}` }
  })
}

const pictures = new Map<string, Picture>()

/** Addresses have the form of real addresses, because their length is part of the size of the page. */
async function addressOf(picture: Picture): Promise<string> {
  const { fileName, kind } = picture
  const type = checkUpload({ fileName, kind })
  if ('wrong' in type) throw new Error(`${fileName} cannot be uploaded`)
  const address = publicUrl(newUploadName(type))
  pictures.set(address, picture)
  return address
}

export const pictureAt = async (address: string) => pictures.get(address)?.draw()

/** Returns a sample's content without a server, for measurements. */
export async function demoContent(sample: Sample = small): Promise<Content> {
  const { hero, about, speakers, partners } = await illustrated(sample, addressOf)
  const { sections, scenarios, events } = sample
  const eventDate = eventDateAfter(new Date())
  const name = nameIn(eventDate, sample.conference.name)
  return {
    ...contentDefaults,
    hero: { ...sectionDefaults.hero, ...hero, title: name, eventDate },
    event: { ...sectionDefaults.event, ...sample.conference, name, description: hero.description ?? '' },
    registrationForm: { ...sectionDefaults.registrationForm, modalTitle: formTitle(name) },
    about: { ...sectionDefaults.about, ...about },
    benefits: { ...sectionDefaults.benefits, ...sections.benefits },
    segments: { ...sectionDefaults.segments, ...sections.segments },
    speakers: withAddresses(
      Object.entries(speakers).map(([id, speaker]) => ({ ...itemDefaults.speakers, ...speaker, ...identity(id) })),
      ({ name }) => name,
    ),
    scenarios: Object.entries(scenarios).map(([id, scenario]) => ({ ...itemDefaults.scenarios, ...scenario, ...identity(id) })),
    events: withAddresses(
      events.map((event, index) => ({
        ...itemDefaults.events,
        ...withIds(event, eventDate.slice(0, 10), idOf),
        ...identity(`event-${index}`),
      })),
      ({ title }) => title,
    ),
    questions: Object.entries(sample.questions ?? {}).map(([key, question], index) => ({
      ...itemDefaults.questions,
      ...question,
      ...identity(key),
      displayOrder: index + 1,
    })),
    partners: partners.map((partner, index) => ({ ...itemDefaults.partners, ...partner, ...identity(`partner-${index}`) })),
  }
}

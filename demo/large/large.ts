/** Large sample conference: three days, eight rooms, 150 sessions, 120 speakers. Each run generates equal content. */
import { createChance } from '../chance.ts'
import { conference, sections } from '../content.ts'
import type { Sample } from '../sample.ts'
import { logoOf, partners } from './partners.ts'
import { makePeople } from './people.ts'
import { makeProgramme } from './programme.ts'
import { rooms } from './rooms.ts'

export const large = sampleFor(120)

/** As large as Nerdearla, the largest real programme we found: 205 speakers, 175 sessions. */
export function largest(): Sample {
  const sample = sampleFor(205)
  const more = sample.events.slice(0, 25).map((event) => ({ ...event, title: `${event.title}, segunda parte`, daysLater: 3 }))
  return { ...sample, events: [...sample.events, ...more] }
}

function sampleFor(speakers: number): Sample {
  const chance = createChance(2026)
  const people = makePeople(chance, speakers)
  return {
    sections: {
      ...sections,
      hero: {
        ...sections.hero,
        subtitle: 'Tres días, ocho salas y una sola conversación',
        location: 'Parque de la Industria y la Jacaranda, zona 9, Ciudad de Guatemala',
        description:
          'Tres días, ocho salas y ciento veinte speakers: inteligencia artificial, nube, datos, seguridad, diseño y comunidad en Ciudad de Guatemala. Evento gratuito.',
      },
      about: { ...sections.about, stat1Number: '3', stat1Label: 'Días de evento', stat2Number: '120', stat2Label: 'Anfitriones' },
    },
    conference: { ...conference, name: 'Gran Telar', address: '8a calle 2-33, zona 9' },
    speakers: Object.fromEntries(people.map(({ key, speaker }) => [key, speaker])),
    looks: Object.fromEntries(people.flatMap(({ key, look }) => (look ? [[key, look]] : []))),
    scenarios: Object.fromEntries(rooms.map(({ key, name, description }) => [key, { name, description }])),
    events: makeProgramme(
      chance,
      people.map(({ key }) => key),
    ),
    partners,
    logoOf,
  }
}

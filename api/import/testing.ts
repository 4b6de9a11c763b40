/** Sample files in the documented formats of pretalx, frab and Sessionize, and an HTTPS server for imports by address. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryDir } from '../../data/testing.ts'
import type { Network } from './guarded-fetch.ts'

export const openssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find((path) => existsSync(path))

/** Starts an HTTPS server for `host`. In the returned network, only this host is public. */
export async function serveAs(host: string, answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const dir = temporaryDir()
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host},DNS:otra.gt`]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync(openssl ?? '', [...made, '-keyout', key, '-out', cert, ...subject], { stdio: 'pipe' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const network: Network = {
    ca: readFileSync(cert, 'utf8'),
    isPublic: (address) => address === '127.0.0.1',
    resolve: (asked, told) => told(null, [{ address: asked === host ? '127.0.0.1' : '10.0.0.1', family: 4 }]),
  }
  return { network, address: `https://${host}:${port}` }
}

const ana = { code: 'ANAB', name: 'Ana Batz', avatar: null, biography: '<p>Hace redes.</p>', public_name: 'Ana Batz' }
const beto = { code: 'BETO', name: 'Beto Choc', avatar: null, biography: null, public_name: 'Beto Choc' }

type Changes = { title?: string; without?: string }

/** A pretalx file with two talks, lunch in both rooms, and one unconfirmed talk. */
export function pretalx({ title = 'Redes que no duermen', without = '' }: Changes = {}): string {
  const event = (guid: string, more: object) => ({
    ...{ id: 1, logo: '', subtitle: '', slug: 'x', url: 'https://x.gt/x', track: null, type: 'Talk', language: 'es' },
    ...{ abstract: '', description: '', recording_license: '', do_not_record: false, persons: [], links: [], attachments: [] },
    guid,
    ...more,
  })
  const lunch = { title: 'Almuerzo', type: 'Lunch', date: '2027-03-05T18:00:00Z', start: '12:00', duration: '01:00' }
  const text = 'Cómo **crece** una red.<p>Con ejemplos:</p><ul><li>uno</li><li>dos &amp; tres</li></ul>'
  const first = {
    title,
    abstract: text,
    date: '2027-03-05T09:00:00-06:00',
    start: '09:00',
    duration: '00:45',
    persons: [ana, beto],
  }
  const second = { title: 'Nubes', date: '2027-03-05T17:00:00+01:00', start: '10:00', duration: '00:30', persons: [beto] }
  const draft = { title: 'Borrador', state: 'submitted', date: '2027-03-05T15:00:00-06:00', start: '15:00', duration: '00:30' }
  const rooms = {
    Ceiba: [event('0f8fad5b-d9cb-469f-a165-70867728950e', first)],
    Amate: [
      event('7c9e6679-7425-40de-944b-e07fc1f90ae7', second),
      event('d290f1ee-6c54-4b01-90e6-d701748f0851', lunch),
      event('16fd2706-8baf-433b-82eb-8c7fada847da', draft),
    ].filter((one) => Reflect.get(one, 'title') !== without),
  }
  rooms.Ceiba.push(event('6ecd8c99-4036-403d-bf84-cf8400f67836', lunch))
  const conference = {
    ...{ acronym: 'conf', title: 'Conf', start: '2027-03-05', end: '2027-03-05', daysCount: 1, timeslot_duration: '00:05' },
    time_zone_name: 'America/Guatemala',
    rooms: [
      { name: 'Ceiba', guid: '9b2f1c3e-0c55-4a58-9e0c-3f1b3b1f6a01', description: null, capacity: 100 },
      { name: 'Amate', guid: '9b2f1c3e-0c55-4a58-9e0c-3f1b3b1f6a02', description: null, capacity: null },
    ],
    tracks: [],
    days: [{ index: 1, date: '2027-03-05', day_start: '2027-03-05T04:00:00-06:00', day_end: '2027-03-06T03:59:00-06:00', rooms }],
  }
  return JSON.stringify({ $schema: 'https://c3voc.de/schedule/schema.json', schedule: { version: '1.0', conference } })
}

export function frab(): string {
  const event = (guid: string, title: string, date: string, duration: string, type: string, persons: string[], room: string) => `
      <event id="1" guid="${guid}"><room>${room}</room><title>${title}</title><subtitle/><type>${type}</type>
        <date>${date}</date><start>${date.slice(11, 16)}</start><duration>${duration}</duration><abstract/><track/>
        <persons>${persons.map((name) => `<person id="${name.length}">${name}</person>`).join('')}</persons></event>`
  const lunch = (guid: string, room: string) => event(guid, 'Almuerzo', '2027-03-05T12:00:00-06:00', '1:00', 'break', [], room)
  return `<?xml version="1.0" encoding="UTF-8"?>
<schedule><version>1.0</version><conference><title>Conf</title><acronym>conf</acronym></conference>
  <day index="1" date="2027-03-05" start="2027-03-05T04:00:00-06:00" end="2027-03-06T03:59:00-06:00">
    <room name="Ceiba" guid="9b2f1c3e-0c55-4a58-9e0c-3f1b3b1f6a01">${event(
      '0f8fad5b-d9cb-469f-a165-70867728950e',
      'Redes que no duermen',
      '2027-03-05T09:00:00-06:00',
      '0:45',
      'lecture',
      ['Ana Batz', 'Beto Choc'],
      'Ceiba',
    )}</room>
    <room name="Amate" guid="9b2f1c3e-0c55-4a58-9e0c-3f1b3b1f6a02">${event(
      '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      'Nubes',
      '2027-03-05T10:00:00-06:00',
      '00:30:00',
      'lecture',
      ['Beto Choc'],
      'Amate',
    )}${lunch('d290f1ee-6c54-4b01-90e6-d701748f0851', 'Amate')}</room>
    <room name="Ceiba" guid="9b2f1c3e-0c55-4a58-9e0c-3f1b3b1f6a01">${lunch('6ecd8c99-4036-403d-bf84-cf8400f67836', 'Ceiba')}</room>
  </day>
</schedule>`
}

/** A Sessionize file with numeric and text ids, times with and without a zone, and one declined talk. */
export function sessionize(): string {
  const session = (id: string | number, more: object) => ({
    ...{
      description: null,
      isServiceSession: false,
      isPlenumSession: false,
      speakers: [],
      categoryItems: [],
      questionAnswers: [],
    },
    ...{ liveUrl: null, recordingUrl: null, status: 'Accepted', isInformed: true, isConfirmed: true },
    id,
    ...more,
  })
  const [ana, beto] = ['5d2f54a8-6f0f-4f9c-8d5b-2f6a5f6e0001', '5d2f54a8-6f0f-4f9c-8d5b-2f6a5f6e0002']
  const person = (id: string, firstName: string, lastName: string) => ({
    ...{ id, firstName, lastName, fullName: `${firstName} ${lastName}`, bio: null, tagLine: 'CTO', profilePicture: null },
    ...{
      isTopSpeaker: false,
      links: [{ title: 'LinkedIn', url: 'https://www.linkedin.com/in/x', linkType: 'LinkedIn' }],
      sessions: [],
    },
  })
  const lunch = { title: 'Almuerzo', startsAt: '2027-03-05T12:00:00', endsAt: '2027-03-05T13:00:00', isServiceSession: true }
  return JSON.stringify({
    sessions: [
      session('101', {
        title: 'Redes que no duermen',
        startsAt: '2027-03-05T09:00:00',
        endsAt: '2027-03-05T09:45:00',
        roomId: 1,
        speakers: [ana, beto],
      }),
      session(102, {
        title: 'Nubes',
        startsAt: '2027-03-05T16:00:00Z',
        endsAt: '2027-03-05T16:30:00Z',
        roomId: '2',
        speakers: [beto],
      }),
      session('d290f1ee-6c54-4b01-90e6-d701748f0851', { ...lunch, roomId: 1 }),
      session('d290f1ee-6c54-4b01-90e6-d701748f0852', { ...lunch, roomId: 2 }),
      session('104', { title: 'Borrador', startsAt: null, endsAt: null, roomId: null, status: 'Declined' }),
    ],
    speakers: [person(ana, 'Ana', 'Batz'), person(beto, 'Beto', 'Choc')],
    questions: [],
    categories: [],
    rooms: [
      { id: 1, name: 'Ceiba', sort: 0 },
      { id: 2, name: 'Amate', sort: 1 },
    ],
  })
}

/** A CSV table. One talk has no time. */
export function table(): string {
  return [
    'Título,Día,Inicio,Fin,Sala,Ponentes,Idioma',
    'Redes que no duermen,2027-03-05,09:00,09:45,Ceiba,Ana Batz; Beto Choc,Español',
    'Nubes,05/03/2027,10:00 a. m.,10:30,Amate,Beto Choc,Español',
    'Almuerzo,2027-03-05,12:00,1:00 pm,,,',
    'Borrador,,,,Ceiba,,',
    '',
  ].join('\r\n')
}

/** A zip file that claims to unpack to a gigabyte. */
export function bomb(): string {
  const [head, directory, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)]
  head.writeUInt32LE(0x04034b50, 0)
  directory.writeUInt32LE(0x02014b50, 0)
  directory.writeUInt32LE(1024 ** 3, 24)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(head.length, 16)
  return Buffer.concat([head, directory, end]).toString('base64')
}

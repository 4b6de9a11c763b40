/** The weeks from the opening of the registration to the day. */
import { hourMs, minuteMs } from '../../data/time.ts'
import { advance, iso, note, peopleCount, runJobs, type Simulation, start } from './conference.ts'
import {
  addByHand,
  cancelByStaff,
  changeCapacity,
  changeLink,
  compareLinks,
  erase,
  giveSeat,
  makeLink,
  moveToLine,
  restore,
  trash,
} from './staff-acts.ts'
import {
  answerAsk,
  answerOffer,
  burst,
  cancel,
  comeBack,
  eraseOwn,
  offer,
  registerAgain,
  registerByLink,
} from './visitor-acts.ts'

type Act = (sim: Simulation) => Promise<void>

const acts: [number, Act][] = [
  [14, cancel],
  [6, registerAgain],
  [8, (sim) => registerByLink(sim, sim.random.between(1, 4))],
  [10, (sim) => answerAsk(sim, sim.random.between(1, 12))],
  [6, comeBack],
  [10, offer],
  [12, answerOffer],
  [1, eraseOwn],
  [3, changeCapacity],
  [3, makeLink],
  [3, changeLink],
  [3, trash],
  [4, restore],
  [1, erase],
  [2, addByHand],
  [4, giveSeat],
  [1, moveToLine],
  [2, cancelByStaff],
  [3, (sim) => mailServerRests(sim, sim.random.between(1, 30))],
]

/** Mails wait for some hours. */
async function mailServerRests(sim: Simulation, hours: number): Promise<void> {
  note(sim, `the mail server rests for ${hours} hours`)
  sim.mails.rest(Date.now() + hours * hourMs)
}

const firstDaySteps = 20

/** Much happens on the first day and in the last days. */
function pauseMs({ random }: Simulation, step: number, steps: number): number {
  const left = start - 2 * hourMs - Date.now()
  if (step < firstDaySteps) return random.between(1, 20) * minuteMs
  return Math.min(left, Math.floor((left / (steps - step)) * 2 * random.between(0, 100) * 0.01))
}

export async function weeks(sim: Simulation, steps: number): Promise<void> {
  const { random } = sim
  for (let left = random.between(1, 3); left > 0; left -= 1) await makeLink(sim)
  for (let step = 0; step < steps; step += 1) {
    if (step < firstDaySteps && sim.namesCount < peopleCount * 0.75) await burst(sim, random.between(8, 30))
    if (sim.namesCount < peopleCount && random.chance(0.15)) await burst(sim, random.between(1, 8))
    else await random.weighted(acts)(sim)
    if (random.chance(0.7)) await runJobs(sim)
    if (random.chance(0.1)) await compareLinks(sim)
    await advance(sim, pauseMs(sim, step, steps))
  }
  while (sim.namesCount < peopleCount) await burst(sim, random.between(8, 30))
  sim.mails.rest(0)
  await runJobs(sim)
  note(sim, `the weeks end at ${iso(Date.now())}`)
}

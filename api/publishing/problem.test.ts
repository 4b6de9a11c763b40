import { expect, test } from 'vitest'
import { BrokenPage } from './pages.ts'
import { publishProblem } from './problem.ts'

const withCode = (code: string) => Object.assign(new Error(`${code}: technical details`), { code })

test.each([
  [withCode('ENOSPC'), 'el disco del servidor está lleno'],
  [withCode('EDQUOT'), 'el disco del servidor está lleno'],
  [withCode('EACCES'), 'el servidor no tiene permiso para escribir la página en su disco'],
  [withCode('EROFS'), 'el servidor no tiene permiso para escribir la página en su disco'],
  [withCode('EIO'), 'el servidor no pudo escribir la página en su disco'],
  [withCode('SQLITE_BUSY'), 'la base de datos no está disponible en este momento'],
  [withCode('ERR_INVALID_ARG_TYPE'), 'la página no se pudo generar con el contenido guardado'],
  [
    new TypeError("Cannot read properties of undefined (reading 'title')"),
    'la página no se pudo generar con el contenido guardado',
  ],
  [new BrokenPage('la página / está incompleta'), 'la página / está incompleta'],
  ['not even an error', 'la página no se pudo generar con el contenido guardado'],
])('explains the publishing error %s to organisers', (error, words) => {
  expect(publishProblem(error)).toBe(words)
})

const keys = [
  ['Flechas', 'cinco minutos, o al escenario de al lado'],
  ['Mayús + flechas', 'media hora, o a otro día'],
  ['Alt + flechas', 'más larga o más corta'],
  ['Inicio, Fin', 'a la primera o la última hora libre del escenario'],
  ['Av Pág, Re Pág', 'a la hora libre que sigue o la anterior'],
  ['1430', 'cuatro cifras: a esa hora'],
  ['Enter', 'guarda lo que se movió; si no hay nada, abre Mover'],
  ['Escape', 'regresa todo a como estaba'],
  ['Espacio', 'elige varias, que se mueven juntas'],
  ['Una letra', 'va a la charla que empieza con ella'],
] as const

export function TimetableKeys() {
  return (
    <details className="timetable-keys">
      <summary>Teclas</summary>
      <dl>
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

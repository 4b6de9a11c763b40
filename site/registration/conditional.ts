/** Shows a question only while another question has the answer in `data-is`. Fields of hidden questions are not sent. */
export function conditional(form: HTMLFormElement): void {
  const blocks = [...form.querySelectorAll<HTMLElement>('[data-if]')]
  if (blocks.length === 0) return
  const update = () => {
    // Goes through the questions in order, so that a hidden question also hides questions that depend on it.
    for (const block of blocks) {
      const isAsked = new FormData(form).getAll(block.dataset.if ?? '').includes(block.dataset.is ?? '')
      block.hidden = !isAsked
      for (const field of block.querySelectorAll<HTMLInputElement>('[name]')) field.disabled = !isAsked
    }
  }
  form.addEventListener('input', update)
  form.addEventListener('reset', () => setTimeout(update))
  update()
}

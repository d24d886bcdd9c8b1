/** Moves the focus to the first faulty field, once it has been drawn as such. */
export function focusFault() {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('.drop.bad input, [aria-invalid="true"]')
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  })
}

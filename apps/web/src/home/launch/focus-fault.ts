/** Moves the focus to the first faulty field, once it has been drawn as such. */
export function focusFault() {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('[aria-invalid="true"], .drop.bad input')
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  })
}

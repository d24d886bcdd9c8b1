/** One figure of a list of them, with its name. */
export function BatchFact({ name, value, bad = false }: { name: string; value: string; bad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={bad ? 'bad' : ''}>{value}</dd>
    </div>
  )
}

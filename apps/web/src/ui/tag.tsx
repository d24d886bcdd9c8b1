import './tag.css'

/** `seal` my turn, `blue` under way, `green` done, `ochre` look again, `grey` at rest, `void` a dead end. */
export type Tone = 'seal' | 'blue' | 'green' | 'ochre' | 'grey' | 'void'

/** A word with its tone and dot; colour never carries the meaning alone. */
export function Tag({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`tag tag-${tone}`}>{children}</span>
}

import { Check, Clock, Stamp, X } from 'lucide-react'
import './flow-nodes.css'

/** How far a node or a person's part in it is; `off` where it is not needed. */
export type NodeState = 'done' | 'now' | 'next' | 'no' | 'off'

/** Somebody at a node: what their part is called now, when, and what they said. */
type NodePerson = {
  id: string
  name: string
  note?: string | undefined
  state: NodeState
  word?: string | undefined
  at?: string | undefined
  say?: string | undefined
}

/** A node as it is drawn; `mode` in words, `stamp` where the server seals. */
export type Step = {
  id: string
  title: string
  mode?: string
  state: NodeState
  people: readonly NodePerson[]
  note?: string | undefined
  stamp?: boolean
}

const icons = { done: Check, now: Clock, no: X, next: null, off: null }

/** An approval as a chain of nodes: across on a desk, down on a phone; `down` keeps it down everywhere. */
export function FlowNodes({ steps, down = false }: { steps: readonly Step[]; down?: boolean }) {
  return (
    <ol className={down ? 'nodes down' : 'nodes'} aria-label="审批节点">
      {steps.map((step) => (
        <li key={step.id} className={`node-${step.state}`}>
          <i className="node-dot" aria-hidden="true">
            <Dot step={step} />
          </i>
          <div className="node-body">
            <p className="node-title">
              <b>{step.title}</b>
              {step.mode && <span className="node-mode">{step.mode}</span>}
            </p>
            {step.people.map((person) => (
              <Person key={person.id} person={person} />
            ))}
            {step.note && <p className="small muted">{step.note}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Dot({ step: { stamp, state } }: { step: Step }) {
  if (stamp && state === 'next') return <Stamp size={14} />
  if (state === 'done') return <Check size={14} strokeWidth={2.5} />
  return state === 'no' ? <X size={14} strokeWidth={2.5} /> : null
}

function Person({ person: { name, note, state, word, at, say } }: { person: NodePerson }) {
  const Icon = icons[state]
  return (
    <div className={`node-who node-who-${state}`}>
      <p>
        <span className="node-face" aria-hidden="true">
          {[...name].at(-1)}
        </span>
        <span className="node-name">{name}</span>
        {note && <span className="small muted">{note}</span>}
        {word && (
          <span className="node-state small">
            {Icon && <Icon size={14} strokeWidth={2.5} aria-hidden="true" />}
            {word}
          </span>
        )}
      </p>
      {at && <time className="small muted">{at}</time>}
      {say && <p className="node-say">{say}</p>}
    </div>
  )
}

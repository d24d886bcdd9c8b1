/** What is wrong: the check, its word, and whether this node can serve all the same. */
export type HealthFault = { check: string; reason: string; blocks: boolean }

/** Looks at everything, at each thing as seldom as it allows and once for all who ask at the same time. */
export type Readiness = () => Promise<HealthFault[]>

/** What this node says of itself, so that whoever runs the platform finds all nodes in one place. */
export type NodeWatch = {
  nodeId: string
  readiness: Readiness
  /** Says how this node is now; answers what is wrong with what all nodes share. */
  say: () => Promise<HealthFault[]>
  close: () => Promise<void>
}

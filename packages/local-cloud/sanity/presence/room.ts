/** One connection of somebody who is signed in, or not yet. */
export type Member = {
  userId: string | null
  /** The presence sessions that were announced over it. */
  sessions: Set<string>
  subscriptions: Set<string>
  /** Sends an event to one of the member's subscriptions. */
  notify(subscription: string, event: unknown): void
}

/** An event as the Studio's presence store reads it. */
export type PresenceEvent =
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'state'; i: string; m: { sessionId: string; locations: unknown[] } }
  | { type: 'disconnect'; i: string; m: { session: string } }

/** Everybody who looks at one dataset. */
export class Room {
  private readonly members = new Set<Member>()

  /** Lets somebody in. */
  join(member: Member): void {
    this.members.add(member)
  }

  /** Tells the others that somebody's sessions have ended. */
  leave(member: Member): void {
    this.members.delete(member)
    if (member.userId === null) return
    for (const session of member.sessions) {
      this.broadcast({ type: 'disconnect', i: member.userId, m: { session } })
    }
  }

  /** Tells every subscriber, whoever caused it included: the Studio leaves its own session out by itself. */
  broadcast(event: PresenceEvent): void {
    for (const member of this.members) {
      if (member.userId === null) continue
      for (const subscription of member.subscriptions) member.notify(subscription, event)
    }
  }
}

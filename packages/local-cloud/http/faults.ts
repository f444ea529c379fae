/** The vendors the local cloud stands in for. Only those that run can be made to fail. */
export const VENDORS = ['sanity', 'supabase', 'stripe', 'emailjs', 'smtp', 'postgres'] as const
export type Vendor = (typeof VENDORS)[number]

/** How a vendor's next answers go wrong. */
export type Fault = {
  vendor: Vendor
  /** HTTP status answered instead of the real thing; without it requests are only delayed. */
  status?: number
  /** How many requests are still affected; without it all of them until it is cleared. */
  count?: number
  /** How long each affected request waits first. Milliseconds. */
  delayMs?: number
  /** How long the answer waits once the request has been carried out, and is old by then. Milliseconds. */
  delayAnswerMs?: number
  /**
   * Cuts the connection: before the request is carried out, or after, so that only its answer is lost. Takes the
   * place of `status`.
   */
  lose?: 'request' | 'answer'
  /** Carries the request out, and answers null in this field of the object, or of the objects of a list. Stripe only. */
  blank?: string
}

/** The faults in force, one for each vendor. Forgotten at a restart: nobody wants to hunt an old one. */
export class Faults {
  private readonly active = new Map<Vendor, Fault>()

  /** Puts a fault in force, replacing the vendor's earlier one. */
  set(fault: Fault): void {
    this.active.set(fault.vendor, { ...fault })
  }

  /** Ends one vendor's fault, or all. */
  clear(vendor?: Vendor): void {
    if (vendor) this.active.delete(vendor)
    else this.active.clear()
  }

  /** The faults in force. */
  list(): Fault[] {
    return [...this.active.values()].map((fault) => ({ ...fault }))
  }

  /** The fault that hits the vendor's next request, counted as used. */
  take(vendor: Vendor): Fault | undefined {
    const fault = this.active.get(vendor)
    if (!fault) return undefined
    if (fault.count !== undefined) {
      fault.count -= 1
      if (fault.count <= 0) this.active.delete(vendor)
    }
    return { ...fault }
  }
}

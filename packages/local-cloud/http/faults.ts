/** The vendors that faults apply to. */
export const VENDORS = ['sanity', 'supabase', 'stripe', 'emailjs', 'smtp', 'postgres'] as const
export type Vendor = (typeof VENDORS)[number]

/** An injected failure of a vendor's next requests. */
export type Fault = {
  vendor: Vendor
  /** The HTTP status of the response; without it requests are only delayed. */
  status?: number
  /** The number of requests that are still affected; without it, all until the fault is cleared. */
  count?: number
  /** The delay before the request is processed. */
  delayMs?: number
  /** The delay between processing and the response, which is stale by then. */
  delayAnswerMs?: number
  /** Cuts the connection before processing, or after it so that only the response is lost. Excludes `status`. */
  lose?: 'request' | 'answer'
  /** Processes the request, and sets this field of the object, or of a list's objects, to null. Stripe only. */
  blank?: string
}

/** The faults in force, one for each vendor, in memory only. */
export class Faults {
  private readonly active = new Map<Vendor, Fault>()

  /** Puts a fault in force, replacing the vendor's earlier one. */
  set(fault: Fault): void {
    this.active.set(fault.vendor, { ...fault })
  }

  /** Clears one vendor's fault, or all. */
  clear(vendor?: Vendor): void {
    if (vendor) this.active.delete(vendor)
    else this.active.clear()
  }

  list(): Fault[] {
    return [...this.active.values()].map((fault) => ({ ...fault }))
  }

  /** The fault of the vendor's next request, whose count it decreases. */
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

export const VENDORS = ['sanity', 'supabase', 'stripe', 'emailjs', 'smtp', 'postgres'] as const
export type Vendor = (typeof VENDORS)[number]

/** An injected failure of a vendor's next requests. */
export type Fault = {
  vendor: Vendor
  /**
   * The status of the response, or SMTP's reply code. With any status, Postgres closes the connection. The request is
   * not processed. Cannot be combined with `lose` or `blank`.
   */
  status?: number
  /** How many more requests are affected; by default, all until the fault is cleared. */
  count?: number
  /** The delay before the request is processed. */
  delayMs?: number
  /** The delay after the request is processed, before its response is sent. Only for HTTP, without `status` or `lose`. */
  delayResponseMs?: number
  /**
   * Closes the connection before the request is processed (`request`) or afterward (`response`); SMTP replies with 421.
   * Cannot be combined with `status` or `blank`.
   */
  lose?: 'request' | 'response'
  /** A field to set to null in the response's object, or in each object of its list. Stripe only. */
  blank?: string
}

/** The active faults, at most one per vendor, stored only in memory. */
export class Faults {
  private readonly active = new Map<Vendor, Fault>()

  /** Activates a fault, replacing the vendor's earlier one. */
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

  /** Returns the fault for a vendor's request, if any, and counts the request. */
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

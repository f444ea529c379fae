/** The EmailJS account that the site's forms use. Its ids are public, as in EmailJS. */
export const account = { publicKey: 'local_public_key', serviceId: 'service_local' }

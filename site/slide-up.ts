/** Shows what is marked with `data-slide-up` once a tenth of it is in view; the stylesheet does the moving. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      target.classList.add('is-visible')
      observer.unobserve(target)
    }
  },
  { threshold: 0.1 },
)

for (const element of document.querySelectorAll('[data-slide-up]')) observer.observe(element)

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

// Ten lines of a service that embeds the core: three failures in a row open the breaker, and it refuses by value.
#include <rungwatch/breaker/breaker.h>

int main()
{
    const rungwatch::SystemClock clock;
    rungwatch::breaker::Options options;
    options.failureThreshold = 3;
    rungwatch::breaker::Breaker breaker("recommendations", options, clock);
    for (int i = 0; i < 3; ++i)
        breaker.tryAcquire().permit().failure(std::chrono::milliseconds(12));
    return breaker.tryAcquire() ? 1 : 0;
}
